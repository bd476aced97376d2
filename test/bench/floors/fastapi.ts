/** The open route as a FastAPI service, where the `python3` of the PATH has FastAPI and uvicorn. */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { freePort } from "../../support/listening.ts";
import type { Workshop } from "../workshop.ts";
import { comesUp } from "./comes-up.ts";

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

/** Null where it is not installed. @throws where it does not come up */
export async function startFastApi(workshop: Workshop, apiSecret: string): Promise<FastApi | null> {
  const found = spawnSync(PYTHON, ["-c", FIND], { encoding: "utf8" });
  if (found.status !== 0) return null;
  // The interpreter itself: PATH may name a script that starts it, which would be another process.
  const [python = PYTHON, versions = ""] = found.stdout.split("\n");
  const port = await freePort();
  const { pid = 0 } = workshop.spawn(python, [ROUTE, workshop.folder("fastapi"), apiSecret, String(port)]);
  await comesUp(port, "FastAPI");
  return { pid, url: `http://127.0.0.1:${port}`, versions };
}
