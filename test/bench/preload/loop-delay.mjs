/**
 * `node --import loop-delay.mjs …` measures event-loop delay for a parent process. IPC messages: `"reset"` starts a
 * measurement, `"read"` returns it.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";

/** Sampling interval, ms; Node's values include it. */
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
