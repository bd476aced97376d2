/** The thread that checks a large database at start. */
import { parentPort, workerData } from "node:worker_threads";
import { damageIn } from "./database-check.ts";

export type CheckResponse = { fault: string | null };

parentPort?.postMessage({ fault: damageIn(workerData as string) } satisfies CheckResponse);
