/** The thread in which two states are compared: one message in, one message out; `comparing.ts` sees to its limits. */
import { parentPort } from "node:worker_threads";
import { type CompareRequest, compareStates } from "./compare-states.ts";

// A bug in it reaches the caller as the thread's error.
parentPort?.on("message", (request: CompareRequest) => parentPort?.postMessage(compareStates(request)));
