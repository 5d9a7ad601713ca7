// Loads the program. Whatever fails here is said on the page, because nothing else can say it.
const place = document.getElementById("page");
const fail = (error) => { place.textContent = `Tengen cannot start in this browser: ${error}`; };

import("/assets/app-{app}.js")
  .then((app) => app.default({ module_or_path: "/assets/app-{wasm}.wasm" }))
  .catch(fail);

// After an upgrade, the server may not understand this page any more. Then it has another one.
addEventListener("tengen-refused", async () => {
  const page = await fetch("/", { cache: "no-store" }).then((answer) => answer.text()).catch(() => null);
  if (page?.includes('id="page"') && !page.includes("{wasm}")) location.reload();
});
