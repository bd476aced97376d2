/** Faults of a replica are reported, recover automatically, and delay no save. Slow tests run only with FAULT_ROUNDS. */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { startLitestream } from "../../../server/replica/litestream.ts";
import { findLitestream } from "../../../server/replica/programs.ts";
import { impatientClock, type RunningAppliance, startAppliance, temporaryFolder } from "../../support/appliance.ts";
import { createChance } from "../../support/chance.ts";
import { deliverySettles } from "../../support/deliveries.ts";
import { eventually } from "../../support/eventually.ts";
import { openRequest, postOpen } from "../../support/integration.ts";
import { listening } from "../../support/listening.ts";
import { startNewsroom } from "../../support/newsroom.ts";
import { replicate, startMachine, takeOver, waitForState, whyNoReplica } from "../../support/replicated.ts";
import { startSftpServer, whyNoSftp } from "../../support/sftp-server.ts";
import { articleOf } from "../../support/site.ts";
import { startWriters as startEditors } from "./support/editors.ts";
import { createLedger } from "./support/ledger.ts";
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from "./support/small-disk.ts";

const IS_SHORT = process.env.FAULT_ROUNDS === undefined;
const FREEZE_MS = 35_000;
const READ_MS = 20_000;

interface Fault {
  what: string;
  /** Expected detail of the state `failing`. */
  detail: RegExp;
  begin(): unknown;
  end(): unknown;
}

/** A disk that is full, and one that is read-only. */
const diskFaults = (disk: SmallDisk, full: RegExp, readOnly: RegExp): Record<"full" | "readOnly", Fault> => {
  const mount = (how: string) => execFileSync("mount", ["-o", `remount,${how}`, path.dirname(disk.folder)]);
  return {
    full: { what: "Full", detail: full, begin: () => disk.fill(), end: () => disk.free() },
    readOnly: { what: "Read-only", detail: readOnly, begin: () => mount("ro"), end: () => mount("rw") },
  };
};

/** Saves during and after each fault; the target must contain every version in the end. */
async function recoversFrom(faults: readonly Fault[], target: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const { appliance, article } = await startNewsroom({ appliance: startMachine({ env }) });
  const own = await article("m");
  await own.save("First");
  await replicate(appliance, target);
  for (const { what, detail, begin, end } of faults) {
    await begin();
    await own.save(what);
    await waitForState(appliance, "failing", detail);
    await own.save(`${what}, still`);
    await end();
    await waitForState(appliance, "ok");
  }
  const view = await appliance.console<{ last_drill: { ok: boolean; detail: string } }>("POST", "/replica/drill");
  expect(view.last_drill, view.last_drill.detail).toMatchObject({ ok: true });
  expect(view.last_drill.detail).toContain(`${1 + 2 * faults.length} versions`);
}

it.skipIf((whyNoReplica ?? whyNoSmallDisk) !== null || IS_SHORT)(
  "a replica in a folder reports a full and a read-only disk",
  async () => {
    const disk = mountSmallDisk(64);
    onTestFinished(disk.unmount);
    const { full, readOnly } = diskFaults(disk, /is full/, /is read-only/);
    await recoversFrom([full, readOnly], disk.folder);
  },
);

describe.skipIf(whyNoReplica !== null || whyNoSftp !== null || IS_SHORT)("a replica over SFTP", () => {
  it("reports a server that is down, rejects the key or has another host key", { timeout: 240_000 }, async () => {
    const server = await startSftpServer();
    const restart = () => server.stop().then(server.start);
    const down: Fault = {
      what: "Down",
      detail: /is not reachable/,
      begin: () => server.stop(),
      end: () => server.start(),
    };
    const rejectedKey: Fault = {
      what: "Refused",
      detail: /refused the login/,
      async begin() {
        server.accept("");
        await restart();
      },
      end: () => server.accept(),
    };
    const another: Fault = {
      what: "Another",
      detail: /host key of .* has changed/,
      async begin() {
        server.changeHostKey();
        await restart();
      },
      end: () => server.makeKnown(),
    };
    const gone: Fault = {
      what: "Gone",
      detail: /no longer holds this replica/,
      begin: () => fs.renameSync(server.folder, `${server.folder}-away`),
      end: () => fs.renameSync(`${server.folder}-away`, server.folder),
    };
    await recoversFrom([down, rejectedKey, another, gone], server.target(), server.env);
  });

  it.skipIf(whyNoSmallDisk !== null)(
    "reports a full and a read-only disk of the server",
    { timeout: 120_000 },
    async () => {
      const disk = mountSmallDisk(64);
      onTestFinished(disk.unmount);
      const server = await startSftpServer(disk.folder);
      const detail = /probably full or read-only/;
      const { full, readOnly } = diskFaults(disk, detail, detail);
      // rclone keeps a partly written file open.
      await recoversFrom([readOnly, full], server.target(), server.env);
    },
  );

  it("keeps working while disconnected, and rejects all writes when another machine took over", {
    timeout: 120_000,
  }, async () => {
    const server = await startSftpServer();
    const link = await startLink(server.port);
    server.makeKnown(link.port);
    const { appliance, article, site, project } = await startNewsroom({ appliance: startMachine({ env: server.env }) });
    const own = await article("m");
    await own.deliver("Both machines have this");
    await replicate(appliance, server.target(server.folder, link.port));

    await link.cut();
    const { dataDir } = await takeOver(server.target(), server.env);
    site.respond = (_, res) => void res.writeHead(500).end();
    const late = await own.save("Only the old machine has this");
    const due = await deliverySettles(appliance, late.delivery_id);
    await waitForState(appliance, "failing", /not reachable|did not respond/);
    expect((await fetch(`${appliance.url}/readyz`)).status).toBe(200);

    await link.restore();
    const { detail } = await waitForState(appliance, "fenced");
    expect(detail).toMatch(/took over on/);
    const opening = openRequest(project, { material_id: "m", callback_url: site.callbackUrl });
    const rejected = [
      await own.post("Refused"),
      await own.editor("PUT", "/draft", { client_id: "tab", vms_json: articleOf("Refused"), base_version: 2 }),
      await postOpen(appliance.url, opening.body, opening.signature),
      await fetch(`${appliance.url}/readyz`),
    ];
    for (const response of rejected) {
      expect(response.status).toBe(503);
      expect(await response.text()).toContain("took over on");
    }
    const { length } = site.callbacks;
    const retryAt = Date.parse(due.next_attempt_at ?? "");
    await eventually(() => expect(Date.now()).toBeGreaterThan(retryAt + 2_000));
    expect(site.callbacks).toHaveLength(length);

    const second = await startMachine({ env: server.env, dataDir });
    await waitForState(second, "ok");
  });

  it("kills a frozen rclone", { timeout: 150_000 }, async () => {
    const server = await startSftpServer();
    const { appliance, longestGap } = await startWriters(server.target(), server.env);
    process.kill(pidIn(appliance, "carrier/rclone/rclone.pid"), "SIGSTOP");
    expect(await longestGap(FREEZE_MS)).toBeLessThan(1_000);
    await waitForState(appliance, "failing", /did not respond in time/);
    await waitForState(appliance, "ok");
  });
});

describe.skipIf(whyNoReplica !== null)("Litestream", () => {
  it("restarts after a kill; the next start of Galley ends a frozen one, even without a replica", async () => {
    const { appliance, article } = await startNewsroom({ clock: impatientClock });
    const { dataDir } = appliance;
    await replicate(appliance, temporaryFolder());
    const before = pidIn(appliance, "litestream.pid");
    process.kill(before, "SIGKILL");
    await (await article("m")).save("Meanwhile");
    await eventually(() => expect(pidIn(appliance, "litestream.pid")).not.toBe(before));
    await waitForState(appliance, "ok");
    await appliance.close();

    const folder = path.join(dataDir, "replica");
    await startLitestream({ program: findLitestream() ?? "", dataDir, folder, env: process.env });
    const left = pidIn(appliance, "litestream.pid");
    // Without a reader of its log, a running Litestream would soon exit.
    process.kill(left, "SIGSTOP");
    expect(programOf(left)).toContain("litestream");
    fs.writeFileSync(path.join(dataDir, "config.json"), "{}");
    const next = await startAppliance({ dataDir });
    onTestFinished(next.close);
    await eventually(() => expect(programOf(left)).toBe(""));
  });

  it.skipIf(IS_SHORT)("is ended by the next start of Galley if it survived a kill of Galley", async () => {
    const appliance = await startMachine();
    await replicate(appliance, temporaryFolder());
    const left = pidIn(appliance, "litestream.pid");
    process.kill(left, "SIGSTOP");
    await appliance.kill();
    expect(programOf(left)).toContain("litestream");
    await startMachine({ dataDir: appliance.dataDir });
    await eventually(() => expect(programOf(left)).toBe(""));
  });

  it.skipIf(IS_SHORT)("is killed and restarted when it is frozen", { timeout: 150_000 }, async () => {
    const { appliance, longestGap } = await startWriters(temporaryFolder());
    const before = pidIn(appliance, "litestream.pid");
    process.kill(before, "SIGSTOP");
    expect(await longestGap(FREEZE_MS)).toBeLessThan(1_000);
    await eventually(() => expect(pidIn(appliance, "litestream.pid")).not.toBe(before));
    await waitForState(appliance, "ok");
  });

  it.skipIf(IS_SHORT)("delays no write during a long read transaction", { timeout: 120_000 }, async () => {
    const { appliance, longestGap } = await startWriters(temporaryFolder());
    const reader = new Sqlite(path.join(appliance.dataDir, "galley.db"), { readonly: true });
    onTestFinished(() => void reader.close());
    reader.exec("BEGIN");
    reader.prepare("SELECT count(*) FROM sessions").get();
    expect(await longestGap(READ_MS)).toBeLessThan(1_000);
    reader.exec("COMMIT");
    await waitForState(appliance, "ok");
  });
});

function pidIn(appliance: RunningAppliance, file: string): number {
  return Number(fs.readFileSync(path.join(appliance.dataDir, "replica", file), "utf8"));
}

/** The command line of a process, empty after its end. */
function programOf(pid: number): string {
  const file = `/proc/${pid}/cmdline`;
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "";
}

/** Starts 40 writers on a replicated appliance. `longestGap` runs them. @returns longest ms without an acknowledgement */
async function startWriters(target: string, env: NodeJS.ProcessEnv = {}) {
  const { appliance, project, site } = await startNewsroom({ appliance: startMachine({ env }) });
  await replicate(appliance, target);
  const ledger = createLedger();
  const place = { url: appliance.url, keys: project, callbackUrl: site.callbackUrl };
  const writers = await startEditors({ tabs: 30, openers: 10 }, place, createChance(Date.now()), ledger);
  const longestGap = async (ms: number) => {
    const begun = Date.now();
    let last = begun;
    let longest = 0;
    let seen = 0;
    const working = writers.map((writer) => writer.work());
    while (Date.now() < begun + ms) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      const now = Date.now();
      if (ledger.acknowledged > seen) last = now;
      seen = ledger.acknowledged;
      longest = Math.max(longest, now - last);
    }
    for (const writer of writers) writer.stop();
    await Promise.all(working);
    expect(ledger.faults).toEqual([]);
    process.stdout.write(`${seen} writes in ${ms / 1000} s, longest pause ${longest} ms\n`);
    return longest;
  };
  return { appliance, longestGap };
}

/** A TCP proxy that can be disconnected. */
async function startLink(to: number): Promise<{ port: number; cut(): Promise<void>; restore(): Promise<void> }> {
  const make = () =>
    net.createServer((client) => {
      const onward = net.connect(to, "127.0.0.1");
      onward.pipe(client).pipe(onward);
      for (const [one, other] of [
        [client, onward],
        [onward, client],
      ] as const)
        one.on("error", () => undefined).on("close", () => other.destroy());
    });
  let at = await listening(make());
  const { port } = at;
  onTestFinished(() => at.close());
  return {
    port,
    cut: () => at.close(),
    async restore() {
      at = await listening(make(), port);
    },
  };
}
