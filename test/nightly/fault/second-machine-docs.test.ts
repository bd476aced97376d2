/** Runs the commands of "A second machine" in docs/operating.md on two data folders. Only with FAULT_ROUNDS. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { findLitestream } from "../../../server/replica/programs.ts";
import { type RunningAppliance, spawnAppliance, temporaryFolder } from "../../support/appliance.ts";
import { eventually } from "../../support/eventually.ts";
import { startNewsroom } from "../../support/newsroom.ts";
import { read } from "../../support/project-files.ts";
import { replicaOf, waitForState } from "../../support/replicated.ts";
import { CLI } from "../../support/server.ts";
import { startSftpServer, whyNoSftp } from "../../support/sftp-server.ts";

const chapter = /^## A second machine\n([\s\S]*?)^## /m.exec(read("docs/operating.md"))?.[1] ?? "";
const SFTP = "sftp://galley@galley2.example.org/srv/galley-replica";
const PASSPHRASE = "seven tall pines";
const IS_SHORT = process.env.FAULT_ROUNDS === undefined;

/** The commands below a heading, without those that need systemd or install packages. */
function commandsUnder(heading: string): string[] {
  const section = chapter.split(/^### /m).find((each) => each.startsWith(`${heading}\n`)) ?? "";
  const lines = [...section.matchAll(/^(?: {4}| {7})(\S.*)$/gm)].map(([, line = ""]) => line);
  return lines.filter((line) => !/^(\[Service\]|ExecStart=|sudo (systemctl|apt|sh install\.sh) )/.test(line));
}

/** Replaces the programs of the page: `sudo` runs the command as the current user. */
const SHELL = `
sudo() { if [ "$1" = -u ]; then shift 2; fi; "$@"; }
galley() { "$NODE" "$CLI" "$@"; }
litestream() { "$LITESTREAM" "$@"; }
`;

/** Runs lines of the page in one shell. @param places replacements for names of the page, longest first */
async function run(lines: string[], places: Record<string, string>, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const replaced = lines.map((line) => Object.entries(places).reduce((text, [a, b]) => text.replaceAll(a, b), line));
  const shell = spawn("bash", ["-euo", "pipefail", "-c", `${SHELL}\n${replaced.join("\n")}`], {
    env: { ...process.env, NODE: process.execPath, CLI, LITESTREAM: findLitestream() ?? "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [shell.stdout, shell.stderr]) stream.on("data", (data) => (output += data));
  const [code] = await once(shell, "close");
  expect(code, `${replaced.join("\n")}\n${output}`).toBe(0);
  return output;
}

/** Waits until the replica has all commits and files up to a time, ms. */
const copiedSince = (appliance: RunningAppliance, since: number) =>
  eventually(async () => {
    const { state, pending_files, last_copy_at } = await replicaOf(appliance);
    expect({ state, pending_files }).toEqual({ state: "ok", pending_files: 0 });
    expect(Date.parse(last_copy_at ?? "")).toBeGreaterThan(since);
  });

/** Runs the two commands that test and set the target. */
async function startCopy(appliance: RunningAppliance, places: Record<string, string>): Promise<void> {
  const env = { T: `Authorization: Bearer ${appliance.consoleToken}` };
  const commands = commandsUnder("Start the copy").map((line) => line.replace("curl ", "curl -sS "));
  expect(commands).toHaveLength(2);
  const tested = await run(commands.slice(0, 1), places, env);
  expect(JSON.parse(tested), tested).toMatchObject({ ok: true });
  await run(commands.slice(1), places, env);
}

test.skipIf(findLitestream() === null || IS_SHORT)(
  "the commands for a replica in a folder work: status, an earlier time, standby and takeover",
  { timeout: 120_000 },
  async () => {
    const { appliance: first, article } = await startNewsroom({ appliance: spawnAppliance() });
    const folder = temporaryFolder();
    const [target, home] = [path.join(folder, "replica"), path.join(folder, "second")];
    const passphrase = path.join(folder, "passphrase");
    for (const each of [target, home]) fs.mkdirSync(each, { mode: 0o700 });
    fs.writeFileSync(passphrase, `${PASSPHRASE}\n`);
    const at = {
      [SFTP]: target,
      "http://127.0.0.1:8421": first.consoleUrl,
      "/srv/galley-replica": target,
      "/tmp/then": path.join(folder, "then"),
    };
    await startCopy(first, at);
    const { save, upload } = await article("m-1");
    await upload("sound.wav", Buffer.from("RIFF\x04\0\0\0WAVE", "latin1"));
    await save("Before the fire");
    await copiedSince(first, Date.now());

    const T = `Authorization: Bearer ${first.consoleToken}`;
    const watched = await run(commandsUnder("Watch it"), at, { T, GALLEY_DATA_DIR: first.dataDir });
    expect(watched).toMatch(/^State {7}ok\. Up to date\.$/m);
    expect(watched).toMatch(/^\{"state":"ok"/m);
    expect(watched).toMatch(/^Last drill +\S+, passed\. Restored the copy of \S+ \S+ UTC: 1 session, 1 version/m);

    const then = new Date(Math.ceil(Date.now() / 1000) * 1000);
    await eventually(() => expect(Date.now()).toBeGreaterThan(then.getTime() + 1_000));
    await save("Just before the fire");
    await copiedSince(first, then.getTime() + 1_000);
    const times = { ...at, "2026-11-20T14:03:00Z": then.toISOString(), "/var/lib/galley": first.dataDir };
    expect(await run(commandsUnder("What the target contains"), times)).toContain("1 session, 1 version and 1 file");

    const [line = "", ...others] = commandsUnder("Run a standby");
    expect(others).toEqual([]);
    const flags = /galley standby (--from \S+) --data-dir \S+$/.exec(line)?.[1]?.split(" ") ?? [];
    const args = flags.map((flag) => flag.replace("/srv/galley-replica", target));
    const standby = await spawnAppliance({ command: "standby", dataDir: home, args });
    expect((await fetch(`${standby.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${standby.url}/readyz`)).status).toBe(503);

    await first.close();
    await standby.close();
    const taking = commandsUnder("The first machine is gone").map((each) => each.replace(/(passphrase)$/, "$1 --yes"));
    const second = { ...at, "/var/lib/galley": home, "/root/passphrase": passphrase, "/etc/": `${folder}/` };
    expect(await run(taking, second)).toMatch(/^The copy is from .*1 sessions?, 2 versions[\s\S]*^Took over from /m);
    const now = await spawnAppliance({ dataDir: home });
    expect(await now.console("GET", "/sessions")).toMatchObject({ items: [{ material_id: "m-1" }] });

    const returned = await spawnAppliance({ dataDir: first.dataDir });
    await eventually(async () => expect((await fetch(`${returned.url}/readyz`)).status).toBe(503));
    expect(await replicaOf(returned)).toMatchObject({ state: "fenced", fenced: { by: os.hostname() } });
    await Promise.all([now.close(), returned.close()]);
  },
);

test.skipIf(findLitestream() === null || whyNoSftp !== null || IS_SHORT)(
  "the commands that prepare both machines for SFTP work",
  { timeout: 120_000 },
  async () => {
    const folder = temporaryFolder();
    const [home, target] = [path.join(folder, "home"), path.join(folder, "target")];
    fs.mkdirSync(path.join(folder, "ssh", "sshd_config.d"), { recursive: true });
    const user = os.userInfo().username;
    const at = {
      "-m 700 -p /var/lib/galley/.ssh": `-m 700 -p ${home}/.ssh`,
      " -o galley -g galley": "",
      "Match User galley": `Match User ${user}`,
      "-u galley": `-u ${user}`,
      "/var/lib/galley": home,
      "/srv/galley-replica": target,
      "/etc/ssh/": `${folder}/ssh/`,
    };
    const lines = commandsUnder("Prepare both machines");
    const onFirst = lines.findIndex((line) => line.includes("mkdir -m 700"));
    await run(lines.slice(0, onFirst), at);
    const server = await startSftpServer(target, [`Include ${folder}/ssh/sshd_config.d/*.conf`]);
    const scan = { "ssh-keyscan galley2.example.org": `ssh-keyscan -p ${server.port} 127.0.0.1` };
    const output = await run(lines.slice(onFirst), { ...scan, ...at });
    server.accept(output.trimEnd().split("\n").pop());

    const env = { HOME: home };
    const { appliance } = await startNewsroom({ appliance: spawnAppliance({ env }) });
    await startCopy(appliance, { [SFTP]: server.target(), "http://127.0.0.1:8421": appliance.consoleUrl });
    await waitForState(appliance, "ok");
    expect(fs.readdirSync(path.join(target, "epoch-0001"))).toContain("key.json");
  },
);
