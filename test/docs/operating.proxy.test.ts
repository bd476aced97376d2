import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { spawnAppliance, temporaryFolder } from "../support/appliance.ts";
import { readEvents } from "../support/event-reader.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/listening.ts";
import { atEnd, startNewsroom } from "../support/newsroom.ts";
import { articleOf, downloadArchive, editorOf, openSession } from "../support/site.ts";
import { leaveUnfinished } from "../support/unfinished.ts";
import { heartbeat, startWriter } from "../support/writer.ts";

const MB = 1024 * 1024;
const NGINX = "/usr/sbin/nginx";
const GUIDE = path.resolve(import.meta.dirname, "../../docs/operating.md");

const port = await freePort();
const publicUrl = `http://127.0.0.1:${port}`;
const { appliance, project, site } = await startNewsroom({
  appliance: spawnAppliance({ args: ["--public-url", publicUrl, "--trusted-proxies", "127.0.0.1"] }),
});
if (fs.existsSync(NGINX)) await startProxy();

/** nginx with the guide's server, on plain HTTP because a certificate is not the guide's to give. */
async function startProxy(): Promise<void> {
  const example = /```nginx\n([\s\S]*?)```/.exec(fs.readFileSync(GUIDE, "utf8"))?.[1] ?? "";
  const { port: own } = new URL(appliance.url);
  const server = example
    .replace("listen 443 ssl;", `listen 127.0.0.1:${port};`)
    .replace(/^ *ssl_.*\n/gm, "")
    .replaceAll("127.0.0.1:8420", `127.0.0.1:${own}`);
  expect(server).toContain(`proxy_pass http://127.0.0.1:${own};`);
  const folder = temporaryFolder();
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const main = `daemon off; master_process off; pid ${folder}/pid; events {} http { access_log off; ${paths.join(" ")}\n${server}}`;
  fs.writeFileSync(path.join(folder, "nginx.conf"), main);
  const file = (name: string) => path.join(folder, name);
  const child = spawn(NGINX, ["-c", file("nginx.conf"), "-p", folder, "-e", file("error.log")]);
  const ended = once(child, "exit");
  atEnd(async () => {
    child.kill();
    await ended;
  });
  await eventually(async () => expect((await fetch(`${publicUrl}/healthz`)).status).toBe(200));
}

it.runIf(fs.existsSync(NGINX))(
  "carries an open, a large upload, live events, a save, steps and the archive, with the journalist's address",
  async () => {
    const session = await openSession(publicUrl, project, { material_id: "m", callback_url: site.callbackUrl });
    expect(session.url.startsWith(`${publicUrl}/editor/`)).toBe(true);
    const editor = editorOf(session);
    const picture = Buffer.concat([Buffer.from("RIFF\0\0\0\0WAVEfmt \x10\0\0\0", "latin1"), Buffer.alloc(30_000_000)]);
    picture.writeUInt32LE(picture.length - 8, 4);
    const upload = await editor("POST", "/media?name=a.wav", picture);
    expect(upload.status).toBe(201);
    const { file_name } = (await upload.json()) as { file_name: string };

    const body = { save_id: "s", vms_json: articleOf("Through the proxy", { file: file_name }), base_version: null };
    const url = `${publicUrl}/editor/api/sessions/${session.session_id}`;
    const headers = { authorization: `Bearer ${session.url.split("#t=")[1]}` };
    const events = await readEvents(`${url}/events`, headers);
    const hears = (name: string) => events.until((heard) => heard.events.some(({ event }) => event === name));
    // From another address than the proxy's, and with a header that claims a third.
    const save = http.request(`${url}/versions`, {
      method: "POST",
      localAddress: "127.0.0.2",
      headers: { ...headers, "x-forwarded-for": "198.51.100.7" },
    });
    save.end(JSON.stringify(body));
    const [answer] = (await once(save, "response")) as [http.IncomingMessage];
    expect([answer.statusCode, await text(answer)]).toEqual([201, expect.stringContaining("version_id")]);
    await hears("version");

    expect((await heartbeat(editor, "anna")).status).toBe(200);
    const boris = await startWriter(editor, "boris");
    boris.type(" together");
    await boris.sync();
    await hears("steps");
    events.breakOff();

    const callback = await site.received(1);
    expect(callback.body.content_url.startsWith(`${publicUrl}/integration/download/media/`)).toBe(true);
    expect(callback.body.metadata.user_ip).toBe("127.0.0.2");
    const archive = await downloadArchive(project, callback.body.content_url, "m");
    expect(archive.headers.get("content-length")).toBe(String((await archive.arrayBuffer()).byteLength));
  },
);

it.runIf(fs.existsSync(NGINX))("lets everything pass that Galley takes, and nothing larger but uploads", async () => {
  const small = await appliance.console<{ settings: { open_limit_bytes: number } }>("PATCH", "/settings", {
    open_limit_bytes: 20 * MB,
  });
  const announce = (bytes: number) => ["POST /integration/session/open HTTP/1.1", `Content-Length: ${bytes}`];
  // The largest that the settings allow arrives, and is refused by Galley itself: it is no JSON.
  const largest = await fetch(`${publicUrl}/integration/session/open`, {
    method: "POST",
    body: Buffer.alloc(small.settings.open_limit_bytes, " "),
  });
  expect([largest.status, largest.headers.get("content-type")]).toEqual([422, "application/json; charset=utf-8"]);

  const tooLarge = await leaveUnfinished(publicUrl, announce(30 * MB), Buffer.alloc(1000, " "));
  await tooLarge.ended;
  expect(tooLarge.answer()).toMatch(/^HTTP\/1\.1 413 /);
  expect(tooLarge.answer()).toMatch(/nginx/);
});
