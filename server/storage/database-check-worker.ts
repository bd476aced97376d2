/** The thread that checks a large database at start. */
import { parentPort, workerData } from "node:worker_threads";
import { findDatabaseDamage } from "./database-check.ts";

export type CheckResponse = { fault: string | null };

parentPort?.postMessage({ fault: findDatabaseDamage(workerData as string) } satisfies CheckResponse);
