/** Debian's nginx on a folder, where there is one. */

import fs from "node:fs";
import path from "node:path";
import { freePort } from "../../support/listening.ts";
import type { Workshop } from "../workshop.ts";
import { comesUp } from "./comes-up.ts";

const NGINX = "/usr/sbin/nginx";

/** Its origin, null where it is not installed. @throws where it does not come up */
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
  await comesUp(port, "nginx");
  return `http://127.0.0.1:${port}`;
}
