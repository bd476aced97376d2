/** Debian's nginx on a folder, where there is one. */

import { once } from "node:events";
import fs from "node:fs";
import net, { type AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import type { Workshop } from "../workshop.ts";

const NGINX = "/usr/sbin/nginx";
const TRIES = 50;
const TRY_EVERY_MS = 50;

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
  const url = `http://127.0.0.1:${port}`;
  for (let tried = 0; tried < TRIES; tried++) {
    if (await answers(port)) return url;
    await after(TRY_EVERY_MS);
  }
  throw new Error("nginx did not come up.");
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1");
    const end = (up: boolean) => () => {
      socket.destroy();
      resolve(up);
    };
    socket.once("connect", end(true)).once("error", end(false));
  });
}
