/** Floors by other programs, if they are installed. */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { freePort, waitForPort } from "../../support/listening.ts";
import type { Workshop } from "../workshop.ts";

const PYTHON = "python3";
const FIND = `import importlib.util, sys, fastapi, uvicorn
faster = [name for name in ("uvloop", "httptools") if importlib.util.find_spec(name)]
print(sys.executable, ", ".join([f"FastAPI {fastapi.__version__}", f"uvicorn {uvicorn.__version__}", *faster]), sep="\\n")`;

/**
 * Starts the open route as a FastAPI service.
 * @returns null if `python3` lacks FastAPI or uvicorn @throws if it does not start
 */
export async function startFastApi(workshop: Workshop, apiSecret: string) {
  const found = spawnSync(PYTHON, ["-c", FIND], { encoding: "utf8" });
  if (found.status !== 0) return null;
  // Start the interpreter itself: python3 on the PATH may be a wrapper script with another process id.
  const [python = PYTHON, versions = ""] = found.stdout.split("\n");
  const port = await freePort();
  const route = path.resolve(import.meta.dirname, "./open-route.py");
  const { pid = 0 } = workshop.spawn(python, [route, workshop.folder("fastapi"), apiSecret, String(port)]);
  await waitForPort(port);
  return { pid, url: `http://127.0.0.1:${port}`, versions };
}

const NGINX = "/usr/sbin/nginx";

/** Serves a folder with Debian's nginx. @returns its origin, null if nginx is not installed @throws if it does not start */
export async function startNginx(workshop: Workshop, folder: string): Promise<string | null> {
  if (!fs.existsSync(NGINX)) return null;
  const own = workshop.folder("nginx");
  const port = await freePort();
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const temporary = kinds.map((name) => `${name}_temp_path ${own}/${name};`).join(" ");
  const config = path.join(own, "nginx.conf");
  fs.writeFileSync(
    config,
    `daemon off; master_process off; pid ${own}/pid; error_log ${own}/error.log;
     events {}
     http {
       access_log off; sendfile on; tcp_nopush on; ${temporary}
       server { listen 127.0.0.1:${port}; root ${folder}; }
     }`,
  );
  workshop.spawn(NGINX, ["-c", config, "-p", own, "-e", path.join(own, "error.log")]);
  await waitForPort(port);
  return `http://127.0.0.1:${port}`;
}
