import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { spawnAppliance, temporaryFolder } from "../support/appliance.ts";
import { eventually } from "../support/eventually.ts";
import { freePorts } from "../support/listening.ts";
import { editorOf, openSession } from "../support/site.ts";
import { heartbeat, startWriter } from "../support/writer.ts";

const CADDY = "/usr/bin/caddy";
const GUIDE = path.resolve(import.meta.dirname, "../../docs/operating.md");

it.runIf(fs.existsSync(CADDY))("carries writing together through the guide's Caddy configuration", async () => {
  const [, port = ""] = await freePorts();
  const publicUrl = `http://127.0.0.1:${port}`;
  const appliance = await spawnAppliance({ args: ["--public-url", publicUrl, "--trusted-proxies", "127.0.0.1"] });
  const example = /```caddy\n([\s\S]*?)```/.exec(fs.readFileSync(GUIDE, "utf8"))?.[1] ?? "";
  const site = example
    .replace("galley.example.org", publicUrl)
    .replace("127.0.0.1:8420", `127.0.0.1:${new URL(appliance.url).port}`);
  const folder = temporaryFolder();
  const file = path.join(folder, "Caddyfile");
  fs.writeFileSync(file, `{\n  admin off\n}\n${site}`);
  const caddy = spawn(CADDY, ["run", "--config", file, "--adapter", "caddyfile"], {
    stdio: "ignore",
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  await eventually(async () => expect((await fetch(`${publicUrl}/healthz`)).status).toBe(200));

  const project = await appliance.createProject();
  const callback_url = "http://127.0.0.1:9/galley/callback";
  const editor = editorOf(await openSession(publicUrl, project, { material_id: "m", callback_url }));
  await heartbeat(editor, "anna");
  const boris = await startWriter(editor, "boris");
  const events = ((await editor("GET", "/events")).body as ReadableStream<Uint8Array>).getReader();
  boris.type("Together");
  await boris.sync();
  let heard = "";
  while (!heard.includes("event: steps")) heard += Buffer.from((await events.read()).value ?? []).toString();
  await events.cancel();
  const ended = once(caddy, "exit");
  // It would wait for the event stream.
  caddy.kill("SIGKILL");
  await ended;
  await appliance.close();
});
