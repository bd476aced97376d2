/** The thread that compares two states: one message in, one message out; `comparing.ts` sets its limits. */
import { parentPort } from "node:worker_threads";
import { type CompareRequest, compareStates } from "./compare-states.ts";

// An exception reaches the caller as the thread's error.
parentPort?.on("message", (request: CompareRequest) => parentPort?.postMessage(compareStates(request)));
