/**
 * `node --import loop-delay.mjs …` lets a parent ask over IPC how long the event loop was held up: `"reset"` begins,
 * `"read"` answers. Not part of the product.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";

/** ms between two looks; Node counts it into what it records. */
const EVERY_MS = 1;
const delay = monitorEventLoopDelay({ resolution: EVERY_MS });
delay.enable();
const beyond = (/** @type {number} */ nanoseconds) => Math.max(0, nanoseconds / 1e6 - EVERY_MS);

process.on("message", (message) => {
  if (message === "reset") {
    delay.reset();
    process.send?.({});
  }
  if (message === "read")
    process.send?.({
      p99: beyond(delay.percentile(99)),
      max: beyond(delay.max),
    });
});
process.channel?.unref();
