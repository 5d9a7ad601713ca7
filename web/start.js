// Loads the program. Whatever fails here is said on the page, because nothing else can say it.
const place = document.getElementById("page");
const fail = (error) => { place.textContent = `Tengen cannot start in this browser: ${error}`; };

import(place.dataset.script)
  .then((app) => app.default({ module_or_path: place.dataset.wasm }))
  .catch(fail);

// After an upgrade, the server may not understand this page any more. Then it has another one.
addEventListener("tengen-refused", async () => {
  const page = await fetch("/", { cache: "no-store" }).then((answer) => answer.text()).catch(() => null);
  if (page?.includes('id="page"') && !page.includes(place.dataset.wasm)) location.reload();
});

// Sounds are made here, so no file is loaded for them. A browser allows them once the user has touched the page.
let audio;
const wanted = () => { try { return localStorage.getItem("tengen.prefs")?.includes("sound"); } catch { return false; } };
for (const touch of ["pointerdown", "keydown"])
  addEventListener(touch, () => { if (wanted()) { audio ??= new AudioContext(); audio.resume(); } });
const tones = { Stone: [180, 0.06], Turn: [520, 0.18], End: [330, 0.5] };
addEventListener("tengen-sound", ({ detail }) => {
  if (audio?.state !== "running") return;
  const [pitch, length] = tones[detail], now = audio.currentTime;
  const tone = audio.createOscillator(), volume = audio.createGain();
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.08, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + length);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + length);
});

// Pictures are saved here: only a script can make a PNG.
const save = (address, name) => {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
};
addEventListener("tengen-svg", ({ detail }) => save(detail, "board.svg"));
addEventListener("tengen-png", ({ detail }) => {
  const picture = new Image();
  picture.onload = () => {
    const canvas = document.createElement("canvas");
    canvas.width = 2 * picture.width;
    canvas.height = 2 * picture.height;
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((file) => {
      const address = URL.createObjectURL(file);
      save(address, "board.png");
      setTimeout(() => URL.revokeObjectURL(address), 1000);
    });
  };
  picture.src = detail;
});

// Notifications, where the browser has them: over plain HTTP it has none.
addEventListener("tengen-may-notify", () => window.Notification?.requestPermission());
addEventListener("tengen-notify", ({ detail }) => {
  if (!document.hidden || window.Notification?.permission !== "granted") return;
  // A phone shows them only for pages with a service worker.
  try { new Notification("Tengen", { body: detail, tag: "tengen" }); } catch { }
});

// The icon says that something has happened while the page was hidden.
const icon = document.querySelector("link[rel=icon]"), usual = icon.href;
addEventListener("tengen-news", () => { if (document.hidden) icon.href = icon.dataset.news; });
addEventListener("visibilitychange", () => { if (!document.hidden) icon.href = usual; });
