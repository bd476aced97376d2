/** Starts the open route as a FastAPI service, if `python3` has FastAPI and uvicorn. */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { freePort } from "../../support/listening.ts";
import type { Workshop } from "../workshop.ts";
import { waitForPort } from "./wait-for-port.ts";

const PYTHON = "python3";
const ROUTE = path.resolve(import.meta.dirname, "./open-route.py");
const FIND = `import importlib.util, sys, fastapi, uvicorn
faster = [name for name in ("uvloop", "httptools") if importlib.util.find_spec(name)]
print(sys.executable, ", ".join([f"FastAPI {fastapi.__version__}", f"uvicorn {uvicorn.__version__}", *faster]), sep="\\n")`;

export interface FastApi {
  pid: number;
  url: string;
  versions: string;
}

/** @returns null if FastAPI is not installed @throws if it does not start */
export async function startFastApi(workshop: Workshop, apiSecret: string): Promise<FastApi | null> {
  const found = spawnSync(PYTHON, ["-c", FIND], { encoding: "utf8" });
  if (found.status !== 0) return null;
  // Start the interpreter itself: python3 on the PATH may be a wrapper script with another process id.
  const [python = PYTHON, versions = ""] = found.stdout.split("\n");
  const port = await freePort();
  const { pid = 0 } = workshop.spawn(python, [ROUTE, workshop.folder("fastapi"), apiSecret, String(port)]);
  await waitForPort(port, "FastAPI");
  return { pid, url: `http://127.0.0.1:${port}`, versions };
}
