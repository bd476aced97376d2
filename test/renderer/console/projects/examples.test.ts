/** Runs each example of the console's Integrate tab with the command shown there, against a real appliance. */
import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import {
  callbackUrlOf,
  EXAMPLES,
  type Example,
  type ExampleLanguage,
  LANGUAGES,
  variableLines,
} from "../../../../renderer/console/projects/examples.ts";
import type { ProjectWithSecret } from "../../../../server/contracts/projects-api.ts";
import { mountSmallDisk, whyNoSmallDisk } from "../../../nightly/fault/support/small-disk.ts";
import { startAppliance, temporaryFolder } from "../../../support/appliance.ts";
import { deliverySettles } from "../../../support/deliveries.ts";
import { eventually } from "../../../support/eventually.ts";
import { freePort } from "../../../support/listening.ts";
import { checkReceiver } from "../../../support/receiver-check.ts";
import { PNG } from "../../../support/sample-media.ts";
import { articleOf, openSession, saveState, uploadFile } from "../../../support/site.ts";

const run = promisify(execFile);
const FOLDER = path.resolve(import.meta.dirname, "../../../../resources/examples");

/** Commands that the examples of a language need. The name of a skipped test lists the missing ones. */
const COMMANDS: Record<ExampleLanguage, string[]> = {
  curl: ["bash", "curl", "openssl"],
  node: ["node"],
  php: ["php"],
  python: ["python3"],
};

function isInstalled(command: string): boolean {
  // On Windows, bash runs in WSL, which has another loopback.
  if (process.platform === "win32") return false;
  try {
    execFileSync("sh", ["-c", `command -v ${command}`]);
    return true;
  } catch {
    return false;
  }
}

const cases = (Object.keys(EXAMPLES) as ExampleLanguage[]).map((language) => {
  const missing = COMMANDS[language].filter((command) => !isInstalled(command));
  const note = missing.length === 0 ? "" : ` (skipped: ${missing.join(", ")} is not installed)`;
  return { ...EXAMPLES[language], title: `${LANGUAGES[language]}${note}`, isRun: missing.length === 0 };
});

const appliance = await startAppliance();
let receiver: ChildProcess | null = null;
afterEach(stopReceiver);
afterAll(() => appliance.close());

async function stopReceiver() {
  if (receiver === null) return;
  receiver.kill("SIGKILL");
  if (receiver.exitCode === null && receiver.signalCode === null) await once(receiver, "exit");
  receiver = null;
}

/** Copies the example to a folder and returns the command that runs it there. */
function commandOf({ file, run: command }: Example, folder: string): string {
  const source = path.join(FOLDER, file);
  if (command === null) return fs.readFileSync(source, "utf8");
  fs.copyFileSync(source, path.join(folder, file));
  return command;
}

/** Starts a receiver on a free port. The port is set in the command because PHP's built-in server reads it there. */
async function startReceiver(
  example: Example,
  secrets: { API_KEY: string; API_SECRET: string; FORMER_API_SECRET?: string },
  { folder = temporaryFolder(), port = 0 } = {},
) {
  const chosen = port || (await freePort());
  const command = commandOf(example, folder).replace("8080", String(chosen));
  // exec replaces the shell, so that killing the process kills the receiver.
  const started = command.replace(/(php|node|python3) (?=[^&]*$)/, "exec $1 ");
  receiver = spawn("bash", ["-c", started], {
    cwd: folder,
    env: { ...process.env, ...secrets, PORT: String(chosen) },
    stdio: "ignore",
  });
  await eventually(() => fetch(`http://127.0.0.1:${chosen}`));
  return { callbackUrl: `http://localhost:${chosen}/galley-callback`, folder, port: chosen };
}

const secretsOf = ({ api_key, api_secret }: ProjectWithSecret) => ({ API_KEY: api_key, API_SECRET: api_secret });

/** Opens an article. Each `save` creates a version and returns its delivery after the first attempt. */
async function writer(project: ProjectWithSecret, callbackUrl: string) {
  const session = await openSession(appliance.url, project, { material_id: "tram-42", callback_url: callbackUrl });
  let base: number | null = null;
  return {
    session,
    async save(vmsJson: object = articleOf("Words")) {
      const saved = await saveState(session, vmsJson, base);
      base = saved.number;
      return deliverySettles(appliance, saved.delivery_id);
    },
  };
}

describe.each(cases)("$title", ({ open, receiver: example, isRun }) => {
  test.runIf(isRun)(
    "opens an article with the secret from the environment, and prints why Galley refuses",
    async () => {
      const project = await appliance.createProject();
      const folder = temporaryFolder();
      const command = `${variableLines(project, appliance.url)}\n${commandOf(open, folder)}`;
      const runWith = (API_SECRET: string) =>
        run("bash", ["-c", command], { cwd: folder, env: { ...process.env, API_SECRET } });
      const { stdout } = await runWith(project.api_secret);
      expect(JSON.parse(stdout)).toMatchObject({ url: expect.stringContaining(`${appliance.url}/editor/`) });
      const refused: { stdout: string; stderr: string } = await runWith("gs_another").catch((error) => error);
      expect(refused.stdout + refused.stderr).toContain("Invalid signature");
    },
  );

  if (example === null) return;

  test.runIf(isRun)("passes the receiver check", async () => {
    const project = await appliance.createProject();
    const { callbackUrl } = await startReceiver(example, secretsOf(project));
    const check = await checkReceiver(appliance, project.id, { callback_url: callbackUrl });
    expect(check.summary.filter((line) => !/: (passed|skipped)$/.test(line))).toEqual([]);
    expect(check.check?.verdict).toBe("passed");
  });

  test.runIf(isRun)("receives each save at the first attempt while the secret is rotated", async () => {
    const project = await appliance.createProject();
    const before = secretsOf(project);
    const { callbackUrl, folder, port } = await startReceiver(example, before);
    const { save } = await writer(project, callbackUrl);
    const deliveries = [await save()];
    const { api_secret } = await appliance.console<ProjectWithSecret>("POST", `/projects/${project.id}/rotate-secret`, {
      overlap_hours: 24,
    });
    deliveries.push(await save());
    await stopReceiver();
    const both = { API_KEY: before.API_KEY, API_SECRET: api_secret, FORMER_API_SECRET: before.API_SECRET };
    await startReceiver(example, both, { folder, port });
    deliveries.push(await save(), await save());
    expect(deliveries.map(({ state, attempts, warnings }) => ({ state, attempts, warnings }))).toEqual(
      Array(4).fill({ state: "delivered", attempts: 1, warnings: [] }),
    );
    const state = JSON.parse(fs.readFileSync(path.join(folder, "private", "tram-42.json"), "utf8"));
    expect(state).toMatchObject({ format: "galley/1" });
    expect(fs.readFileSync(path.join(folder, "public", "articles", "tram-42", "index.html"), "utf8")).toContain(
      "Words",
    );
  });

  test.runIf(isRun && whyNoSmallDisk === null)(
    "responds without rc if the disk is full, and stores the resent save once there is space",
    async () => {
      const disk = mountSmallDisk(4);
      try {
        const project = await appliance.createProject();
        const { callbackUrl, folder } = await startReceiver(example, secretsOf(project), { folder: disk.folder });
        const { session, save } = await writer(project, callbackUrl);
        const file = await uploadFile(session, "tram.png", PNG);
        disk.fill();
        const delivery = await save(articleOf("Words", { file }));
        expect(delivery).toMatchObject({ state: "pending", code: "http_status" });
        disk.free();
        await appliance.console("POST", `/deliveries/${delivery.id}/retry`);
        expect(await deliverySettles(appliance, delivery.id, 1)).toMatchObject({ state: "delivered", warnings: [] });
        const files = fs.readdirSync(path.join(folder, "public", "articles", "tram-42")).sort();
        expect(files).toEqual(["index.html", file].sort());
      } finally {
        await stopReceiver();
        disk.unmount();
      }
    },
  );
});

test("docs/integrating.md contains the Python receiver", () => {
  const guide = fs.readFileSync(path.join(FOLDER, "../../docs/integrating.md"), "utf8");
  const source = /^```python\n(.*?)^```$/ms.exec(guide)?.[1];
  expect(source).toBe(fs.readFileSync(path.join(FOLDER, "receiver.py"), "utf8"));
});

test("builds the callback URL from the first exact host, or from localhost in development", () => {
  const base = { api_key: "gk", allowed_hosts: [] };
  expect(callbackUrlOf({ ...base, environment: "dev" })).toBe("http://localhost:8080/galley-callback");
  expect(callbackUrlOf({ ...base, environment: "prod", allowed_hosts: ["*.example.org", "cms.example.org"] })).toBe(
    "https://cms.example.org/galley-callback",
  );
});
