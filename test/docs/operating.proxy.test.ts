import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { spawnAppliance, temporaryFolder } from "../support/appliance.ts";
import { recording } from "../support/backups.ts";
import { readEvents } from "../support/event-reader.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/listening.ts";
import { leaveUnfinished } from "../support/network.ts";
import { atEnd, startNewsroom } from "../support/newsroom.ts";
import { read } from "../support/project-files.ts";
import { articleOf, downloadArchive, editorOf, openSession, uploadFile } from "../support/site.ts";
import { heartbeat, startWriter } from "../support/writer.ts";

const MB = 1024 * 1024;
const NGINX = "/usr/sbin/nginx";
const CADDY = "/usr/bin/caddy";
const guide = read("docs/operating.md");
const exampleOf = (language: string) => new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] ?? "";

const folder = temporaryFolder();
const fileWith = (name: string, content: string) => {
  fs.writeFileSync(path.join(folder, name), content);
  return path.join(folder, name);
};

/** Starts an appliance behind the guide's nginx or Caddy configuration, on plain HTTP, since the guide has no certificate. */
async function startBehind(proxy: typeof NGINX | typeof CADDY) {
  const host = `127.0.0.1:${await freePort()}`;
  const publicUrl = `http://${host}`;
  const newsroom = await startNewsroom({
    appliance: spawnAppliance({ args: ["--public-url", publicUrl, "--trusted-proxies", "127.0.0.1"] }),
  });
  const { host: ownHost } = new URL(newsroom.appliance.url);
  if (proxy === NGINX) {
    const server = exampleOf("nginx")
      .replace("listen 443 ssl;", `listen ${host};`)
      .replace(/^ *ssl_.*\n/gm, "")
      .replaceAll("127.0.0.1:8420", ownHost);
    expect(server).toContain(`proxy_pass http://${ownHost};`);
    const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const main = `daemon off; master_process off; pid ${folder}/pid; events {} http { access_log off; ${paths.join(" ")}\n${server}}`;
    const args = ["-c", fileWith("nginx.conf", main), "-p", folder, "-e", path.join(folder, "error.log")];
    await run(NGINX, args, publicUrl);
  } else {
    const server = exampleOf("caddy").replace("galley.example.org", publicUrl).replace("127.0.0.1:8420", ownHost);
    const config = fileWith("Caddyfile", `{\n  admin off\n}\n${server}`);
    await run(CADDY, ["run", "--config", config, "--adapter", "caddyfile"], publicUrl);
  }
  return { publicUrl, ...newsroom };
}

/** Runs a proxy until the test ends, and waits until Galley is reachable through it. */
async function run(program: string, args: string[], at: string): Promise<void> {
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(program, args, { stdio: "ignore", env });
  const ended = once(child, "exit");
  atEnd(async () => {
    // Caddy would wait for the event stream.
    child.kill("SIGKILL");
    await ended;
  });
  await eventually(async () => expect((await fetch(`${at}/healthz`)).status).toBe(200));
}

it.runIf(fs.existsSync(NGINX))(
  "nginx passes an open, a large upload, events, a save, steps and the archive, with the journalist's IP address",
  async () => {
    const { publicUrl, project, site } = await startBehind(NGINX);
    const session = await openSession(publicUrl, project, { material_id: "m", callback_url: site.callbackUrl });
    expect(session.url.startsWith(`${publicUrl}/editor/`)).toBe(true);
    const editor = editorOf(session);
    const file = await uploadFile(session, "a.wav", recording(30_000_000));

    const body = { save_id: "s", vms_json: articleOf("Through the proxy", { file }), base_version: null };
    const url = `${publicUrl}/editor/api/sessions/${session.session_id}`;
    const headers = { authorization: `Bearer ${session.url.split("#t=")[1]}` };
    const events = await readEvents(`${url}/events`, headers);
    const waitFor = (name: string) => events.until((read) => read.events.some(({ event }) => event === name));
    // From another IP address than the proxy's, with a header that claims a third one.
    const save = http.request(`${url}/versions`, {
      method: "POST",
      localAddress: "127.0.0.2",
      headers: { ...headers, "x-forwarded-for": "198.51.100.7" },
    });
    save.end(JSON.stringify(body));
    const [response] = (await once(save, "response")) as [http.IncomingMessage];
    expect([response.statusCode, await text(response)]).toEqual([201, expect.stringContaining("version_id")]);
    await waitFor("version");

    expect((await heartbeat(editor, "anna")).status).toBe(200);
    const boris = await startWriter(editor, "boris");
    boris.type(" together");
    await boris.sync();
    await waitFor("steps");
    events.breakOff();

    const callback = await site.received(1);
    expect(callback.body.content_url.startsWith(`${publicUrl}/integration/download/media/`)).toBe(true);
    expect(callback.body.metadata.user_ip).toBe("127.0.0.2");
    const archive = await downloadArchive(project, callback.body.content_url, "m");
    expect(archive.headers.get("content-length")).toBe(String((await archive.arrayBuffer()).byteLength));
  },
);

it.runIf(fs.existsSync(NGINX))(
  "nginx passes requests up to Galley's limit, and refuses larger ones except uploads",
  async () => {
    const { publicUrl, appliance } = await startBehind(NGINX);
    const small = await appliance.console<{ settings: { open_limit_bytes: number } }>("PATCH", "/settings", {
      open_limit_bytes: 20 * MB,
    });
    const announce = (bytes: number) => ["POST /integration/session/open HTTP/1.1", `Content-Length: ${bytes}`];
    // A request of the maximum size reaches Galley, which refuses it because it is not JSON.
    const largest = await fetch(`${publicUrl}/integration/session/open`, {
      method: "POST",
      body: Buffer.alloc(small.settings.open_limit_bytes, " "),
    });
    expect([largest.status, largest.headers.get("content-type")]).toEqual([422, "application/json; charset=utf-8"]);

    const tooLarge = await leaveUnfinished(publicUrl, announce(30 * MB), Buffer.alloc(1000, " "));
    // nginx keeps the connection open for another five seconds.
    await eventually(() => expect(tooLarge.response()).toMatch(/^HTTP\/1\.1 413 [\s\S]*nginx/));
    tooLarge.socket.destroy();
  },
);

it.runIf(fs.existsSync(CADDY))("Caddy passes collaborative editing with the guide's configuration", async () => {
  const { publicUrl, project, site } = await startBehind(CADDY);
  const editor = editorOf(await openSession(publicUrl, project, { material_id: "c", callback_url: site.callbackUrl }));
  await heartbeat(editor, "anna");
  const boris = await startWriter(editor, "boris");
  const events = ((await editor("GET", "/events")).body as ReadableStream<Uint8Array>).getReader();
  boris.type("Together");
  await boris.sync();
  let received = "";
  while (!received.includes("event: steps")) received += Buffer.from((await events.read()).value ?? []).toString();
  await events.cancel();
});
