// The worker, which has the engines: a question comes in as bytes, and the answers go out as bytes.
import start, { answer } from "/assets/engine-{engine}.js";

const ready = start({ module_or_path: "/assets/engine-{wasm}.wasm" });

addEventListener("message", async (event) => {
  try {
    await ready;
    answer(event.data, (bytes) => postMessage(bytes));
  } catch (error) {
    postMessage(String(error));
  }
});
