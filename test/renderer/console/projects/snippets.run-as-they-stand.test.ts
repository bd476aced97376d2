/** Each program of the console's Integrate tab, saved as it is shown and run against a real appliance. */
import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import net, { type AddressInfo } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  callbackUrlOf,
  openSnippet,
  receiverSnippet,
  type Snippet,
  type SnippetLanguage,
} from "../../../../renderer/console/projects/snippets.ts";
import type { SavedVersion } from "../../../../server/contracts/editor-api.ts";
import type { ProjectWithSecret } from "../../../../server/contracts/projects-api.ts";
import { type RunningAppliance, startAppliance, temporaryFolder } from "../../../support/appliance.ts";
import { deliverySettles } from "../../../support/deliveries.ts";
import { eventually } from "../../../support/eventually.ts";
import { articleOf, editorOf, openSession } from "../../../support/site.ts";

const run = promisify(execFile);

/** What a language's programs are run with. Missing ones are told by the name of the skipped test. */
const NEEDS: Record<SnippetLanguage, string[]> = {
  curl: ["bash", "curl", "openssl"],
  node: ["node"],
  php: ["php"],
  python: ["python3"],
};

function isThere(command: string): boolean {
  // bash on Windows is that of its Linux, to which this machine's loopback is another.
  if (process.platform === "win32") return false;
  try {
    execFileSync("sh", ["-c", `command -v ${command}`]);
    return true;
  } catch {
    return false;
  }
}

const cases = (Object.entries(NEEDS) as [SnippetLanguage, string[]][]).map(([language, needed]) => {
  const missing = needed.filter((command) => !isThere(command));
  const note = missing.length === 0 ? "" : ` (skipped: ${missing.join(", ")} is not on this machine)`;
  return { language, note, isRun: missing.length === 0 };
});

let appliance: RunningAppliance;
let project: ProjectWithSecret;
let receiver: ChildProcess | null = null;
beforeAll(async () => {
  appliance = await startAppliance();
  project = await appliance.createProject();
});
afterEach(async () => {
  if (receiver === null) return;
  receiver.kill("SIGKILL");
  if (receiver.exitCode === null && receiver.signalCode === null) await once(receiver, "exit");
  receiver = null;
});
afterAll(() => appliance.close());

const withSecret = (api_secret: string) => ({ ...process.env, GALLEY_SECRET: api_secret });

/** Saves it under the name that the console says, and gives the command that the console says. */
function saved({ fileName, run, text }: Snippet): { folder: string; command: string } {
  const folder = temporaryFolder();
  if (fileName === "") return { folder, command: text };
  fs.writeFileSync(path.join(folder, fileName), text);
  return { folder, command: run };
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

const isListening = (port: number) =>
  new Promise<void>((resolve, reject) => {
    const socket = net.connect(port, "localhost", () => {
      socket.destroy();
      resolve();
    });
    socket.on("error", reject);
  });

describe.each(cases)("$language$note", ({ language, isRun }) => {
  const opening = () => openSnippet(language, project, appliance.url);

  test.runIf(isRun)("opens an article with the secret from the environment alone", async () => {
    const snippet = opening();
    expect(snippet.text).not.toContain(project.api_secret);
    const { folder, command } = saved(snippet);
    const { stdout } = await run("bash", ["-c", command], { cwd: folder, env: withSecret(project.api_secret) });
    expect(JSON.parse(stdout)).toMatchObject({ url: expect.stringContaining(`${appliance.url}/editor/`) });
  });

  test.runIf(isRun)("shows the appliance's own sentence where the secret is another", async () => {
    const { folder, command } = saved(opening());
    const { stdout, stderr } = await run("bash", ["-c", command], { cwd: folder, env: withSecret("gs_another") }).catch(
      (error: { stdout: string; stderr: string }) => error,
    );
    expect(stdout + stderr).toContain("Invalid signature");
  });

  // curl cannot be called back, so there is no receiver of it.
  if (language === "curl") return;
  test.runIf(isRun)("takes a save, and turns a forged one away", async () => {
    const port = await freePort();
    const snippet = receiverSnippet(language, project, appliance.url) ?? expect.fail("There is no receiver.");
    expect(snippet.text).not.toContain(project.api_secret);
    const { folder, command } = saved(snippet);
    // The port is the one thing that a test must choose; PHP's own server takes it from the command.
    receiver = spawn("bash", ["-c", `exec ${command.replace("8080", String(port))}`], {
      cwd: folder,
      env: { ...withSecret(project.api_secret), PORT: String(port) },
      stdio: "ignore",
    });
    await eventually(() => isListening(port));

    const callbackUrl = `http://localhost:${port}/galley-callback`;
    const session = await openSession(appliance.url, project, { material_id: language, callback_url: callbackUrl });
    const body = { save_id: randomUUID(), vms_json: articleOf("Words"), base_version: null };
    const { delivery_id } = (await (await editorOf(session)("POST", "/versions", body)).json()) as SavedVersion;
    expect(await deliverySettles(appliance, delivery_id)).toMatchObject({ state: "delivered", warnings: [] });
    const [archive = ""] = fs.readdirSync(folder).filter((name) => name.endsWith(".zip"));
    expect(fs.readFileSync(path.join(folder, archive)).subarray(0, 2).toString()).toBe("PK");

    const forged = await fetch(callbackUrl, {
      method: "POST",
      headers: { "content-type": "application/json", "x-service-signature": "0".repeat(64) },
      body: JSON.stringify({
        event: "article_saved",
        material_id: "m",
        content_url: "http://localhost/",
        metadata: {},
      }),
    });
    expect(forged.status).toBe(403);
  });
});

test("the address is on the project's own host, and on this machine for a dev project without any", () => {
  const base = { api_key: "gk", allowed_hosts: [] };
  expect(callbackUrlOf({ ...base, environment: "dev" })).toBe("http://localhost:8080/galley-callback");
  expect(callbackUrlOf({ ...base, environment: "prod", allowed_hosts: ["*.example.org", "cms.example.org"] })).toBe(
    "https://cms.example.org/galley-callback",
  );
});
