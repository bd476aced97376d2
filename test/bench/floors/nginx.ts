/** Serves a folder with Debian's nginx. */
import fs from "node:fs";
import path from "node:path";
import { freePort } from "../../support/listening.ts";
import type { Workshop } from "../workshop.ts";
import { waitForPort } from "./wait-for-port.ts";

const NGINX = "/usr/sbin/nginx";

/** @returns its origin, null if nginx is not installed @throws if it does not start */
export async function startNginx(workshop: Workshop, folder: string): Promise<string | null> {
  if (!fs.existsSync(NGINX)) return null;
  const own = workshop.folder("nginx");
  const port = await freePort();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${own}/${name};`,
  );
  const config = path.join(own, "nginx.conf");
  fs.writeFileSync(
    config,
    `daemon off; master_process off; pid ${own}/pid; error_log ${own}/error.log;
     events {}
     http {
       access_log off; sendfile on; tcp_nopush on; ${temporary.join(" ")}
       server { listen 127.0.0.1:${port}; root ${folder}; }
     }`,
  );
  workshop.spawn(NGINX, ["-c", config, "-p", own, "-e", path.join(own, "error.log")]);
  await waitForPort(port, "nginx");
  return `http://127.0.0.1:${port}`;
}
