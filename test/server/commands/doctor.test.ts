/** `galley doctor` on real folders: its findings and exit codes. It changes nothing. */
import fs from "node:fs";
import http from "node:http";
import https from "node:https";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, describe, expect, it } from "vitest";
import { spawnAppliance, startAppliance, temporaryFolder } from "../../support/appliance.ts";
import { article, backUp, command, newFile, spawnCommand, treeOf } from "../../support/backups.ts";
import { signedByOwnAuthority } from "../../support/certificates.ts";
import { eventually } from "../../support/eventually.ts";
import { changeIn, served, startNewsroom } from "../../support/newsroom.ts";

interface Step {
  number: number;
  name: string;
  verdict: "ok" | "skipped" | "warning" | "problem";
  says: string;
  advice: string | null;
}

const NAMES = (
  "versions paths variables rights disk key service service_manager ports database clock " +
  "public_address certificate proxies deliveries crashes backups replica"
).split(" ");
const ANY_PORTS = ["--port=0", "--console-port=0", "--sandbox-port=0"];

async function examined(dataDir: string, args: string[] = [], env: NodeJS.ProcessEnv = {}, run = command) {
  const ended = await run("doctor", ["--data-dir", dataDir, "--json", ...args], env);
  expect(ended.stderr).toBe("");
  const { steps, verdict } = JSON.parse(ended.stdout) as { steps: Step[]; verdict: string };
  expect(steps.map(({ name }) => name)).toEqual(NAMES);
  for (const step of steps) expect(step.advice !== null, step.says).toBe(["warning", "problem"].includes(step.verdict));
  const of = (name: string) => steps.find((step) => step.name === name) as Step;
  const bad = steps.filter((step) => step.verdict === "problem").map(({ name }) => name);
  return { code: ended.code, text: ended.stdout, verdict, steps, of, bad };
}

/** The data folder of a Galley that has run. */
async function usedFolder(): Promise<string> {
  const dataDir = temporaryFolder();
  await (await startAppliance({ dataDir })).close();
  return dataDir;
}

const appliance = await spawnAppliance();
afterAll(appliance.close);

describe("on a running Galley", () => {
  it("finds no problem, prints no secret, and leaves Galley running", async () => {
    const project = await appliance.createProject();
    await backUp(appliance);
    const env = { HTTPS_PROXY: "http://galley:hidden-word@proxy.example.org:3128" };
    const { code, verdict, bad, of, text } = await examined(appliance.dataDir, [], env);
    expect([code, verdict, bad]).toEqual([0, "ok", []]);
    expect(of("versions").says).toContain(`Galley 0.1.0 on Node ${process.versions.node}, SQLite 3.`);
    expect(of("service").says).toContain(`(process ${appliance.child.pid}) has been running since`);
    expect(of("ports").says).toContain(`${appliance.url}, ${appliance.consoleUrl}`);
    expect(of("key").says).toMatch(/decrypts the secrets in the database/);
    expect(of("database").says).toMatch(/ is intact\.$/);
    expect(of("backups").says).toMatch(/less than a day ago/);
    expect(of("certificate").says).toBe("No public URL is set.");
    const masterKey = fs.readFileSync(path.join(appliance.dataDir, "secret.key"), "utf8").trim();
    for (const secret of [appliance.consoleToken, project.api_secret, masterKey, "hidden-word"])
      expect(text).not.toContain(secret);
    expect((await fetch(`${appliance.url}/readyz`)).status).toBe(200);
  });

  it("reports undelivered articles, crashes, and a clock that was set back", async () => {
    const project = await appliance.createProject({ name: "Post" });
    const writer = await article(appliance, project, "m", "http://localhost:9/callback");
    await writer.save("Words");
    await eventually(async () => {
      const { items } = await appliance.console<{ items: { code: string | null }[] }>("GET", "/deliveries");
      expect(items[0]?.code).toBeTruthy();
    });
    const crash = "crash-2026-11-20T10-00-00.000Z-exception.txt";
    const report = "2026-11-20T10:00:00.000Z exception\nGalley 0.1.0\n\nRangeError: out of paper\n    at x.ts:1\n";
    fs.writeFileSync(path.join(appliance.dataDir, "logs", crash), report);
    const later = Date.now() / 1000 + 86_400;
    fs.utimesSync(path.join(appliance.dataDir, "console-token"), later, later);
    const { code, bad, of } = await examined(appliance.dataDir);
    expect([code, bad]).toEqual([1, ["clock"]]);
    expect(of("clock").says).toMatch(/newest file in the data folder is from .* but the clock shows/);
    changeIn(appliance.dataDir, "UPDATE audit_log SET at = ?", later * 1000);
    const { of: then } = await examined(appliance.dataDir);
    expect(then("clock").says).toMatch(/newest entry in the database is from .* but the clock shows/);
    expect(of("deliveries")).toMatchObject({
      verdict: "warning",
      says: "1 article or font tree was not delivered. The newest: Post, localhost:9, connection_refused.",
    });
    expect(of("crashes")).toMatchObject({
      verdict: "warning",
      says: "1 in the last 7 days. The newest: RangeError: out of paper",
    });
  });
});

it("reports a backup that ends during the examination as new, and suggests the name of a misspelled variable", async () => {
  const dataDir = await usedFolder();
  const plan = { schedule: "off", hour: 3, weekday: 0, folder: null, keep: 14 };
  const taken = { file: "galley.backup", at: Date.now() + 60_000 };
  const record = { plan, passphrase: null, planned_at: 0, turn_at: null, taken, entries: [] };
  fs.writeFileSync(path.join(dataDir, "backups.json"), JSON.stringify(record));
  const env = { GALLEY_PUBLIC_ULR: "https://galley.example.org", GALLEY_SECRET: "of a site", GALLEY_PORT: "8425" };
  const { code, of } = await examined(dataDir, [], env);
  expect(code).toBe(0);
  expect(of("backups")).toMatchObject({ verdict: "ok", says: expect.stringMatching(/, less than a day ago\./) });
  expect(of("variables")).toMatchObject({
    verdict: "warning",
    says: "Unknown variable GALLEY_PUBLIC_ULR. Did you mean GALLEY_PUBLIC_URL?",
  });
});

it("checks the public URL and the expiry of its certificate", async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const asDate = (iso: string) => `${iso.slice(0, 19).replace(/[-:T]/g, "")}Z`;
  const { ca, key, cert } = signedByOwnAuthority(["DNS:localhost"], [asDate(inDays(-80)), asDate(inDays(10))]);
  const proxy = https.createServer({ key, cert }, (_req, res) => res.end('{"status":"ok"}'));
  const { port } = new URL(await served(proxy));
  const { appliance } = await startNewsroom({ args: ["--public-url", `https://localhost:${port}`] });
  // Read when a process starts.
  const trusting = await examined(appliance.dataDir, [], { NODE_EXTRA_CA_CERTS: newFile("ca.pem", ca) }, spawnCommand);
  const strange = await examined(appliance.dataDir);
  expect([trusting.code, trusting.of("public_address").verdict]).toEqual([0, "ok"]);
  expect(trusting.of("certificate")).toMatchObject({
    verdict: "warning",
    says: expect.stringMatching(/, 9 more days\.$/),
  });
  expect([strange.code, strange.bad]).toEqual([1, ["public_address"]]);
  expect(strange.of("certificate").says).toMatch(/this machine does not trust it/);
});

describe("on the folder of a stopped Galley", () => {
  it("changes nothing, and reports the same as text and as JSON", async () => {
    const dataDir = await usedFolder();
    const before = [treeOf(dataDir), fs.readdirSync(dataDir)];
    const { code, verdict, of } = await examined(dataDir, ANY_PORTS);
    expect([code, verdict]).toEqual([0, "warning"]);
    expect(of("service").says).toBe(`Galley is not running on ${dataDir}.`);
    expect(of("database").verdict).toBe("ok");
    const words = await command("doctor", ["--data-dir", dataDir, ...ANY_PORTS]);
    expect(words.code).toBe(0);
    expect(words.stdout).toMatch(/\n 7 {2}warning {3}Service: Galley is not running on .*\n +→ Start its service/);
    expect(words.stdout).toMatch(/\n0 problems, 2 warnings\.\n$/);
    expect([treeOf(dataDir), fs.readdirSync(dataDir)]).toEqual(before);
  });

  it("reports a folder whose data was moved, because a start refuses it", async () => {
    const dataDir = temporaryFolder();
    const note = { to: path.join(dataDir, "disk"), at: "2026-11-22T10:00:00Z" };
    fs.writeFileSync(path.join(dataDir, "moved-to.json"), JSON.stringify(note));
    const { code, of } = await examined(dataDir, ANY_PORTS);
    expect([code, of("paths")]).toMatchObject([1, { says: expect.stringContaining(`was moved to ${note.to}`) }]);
  });

  it("creates no missing folder, and exits with 2 for a wrong flag", async () => {
    const dataDir = path.join(temporaryFolder(), "never");
    const { code, of } = await examined(dataDir, ANY_PORTS);
    expect([code, of("paths").verdict]).toEqual([1, "problem"]);
    expect(fs.existsSync(dataDir)).toBe(false);
    expect(await command("doctor", ["--fix"])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(/^The check failed\. .*--fix/),
    });
  });

  it("finds a damaged database, even if its header is intact", async () => {
    const dataDir = await usedFolder();
    const file = path.join(dataDir, "galley.db");
    const whole = fs.readFileSync(file);
    const torn = Buffer.from(whole);
    const database = new Sqlite(file, { readonly: true });
    const page = Number(database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'audit_log'").pluck().get());
    database.close();
    torn.fill(0xa5, 4_096 * (page - 1), 4_096 * page);
    fs.writeFileSync(file, torn);
    const inside = await examined(dataDir, ANY_PORTS);
    expect(inside.code).toBe(1);
    expect(inside.of("database")).toMatchObject({
      verdict: "problem",
      says: expect.stringMatching(/galley\.db \(.*\) (is damaged|could not be checked): /),
      advice: expect.stringMatching(/Copy the data folder before.*galley restore/),
    });
    expect(fs.readFileSync(file).equals(torn)).toBe(true);

    fs.writeFileSync(file, "no database at all, but a longer text than a header");
    const outside = await examined(dataDir, ANY_PORTS);
    expect(outside.code).toBe(1);
    expect(outside.of("database").says).toMatch(/is damaged or not a Galley database/);
  });

  it("recognizes a key in the keychain, a newer database, and the copy from before the update", async () => {
    const dataDir = await usedFolder();
    const copy = path.join(dataDir, "galley.db.before-0009");
    fs.copyFileSync(path.join(dataDir, "galley.db"), copy);
    fs.renameSync(path.join(dataDir, "secret.key"), path.join(dataDir, "secret.key.sealed"));
    const database = new Sqlite(path.join(dataDir, "galley.db"));
    database.pragma("user_version = 9999");
    database.close();
    const { code, of, bad } = await examined(dataDir, ANY_PORTS);
    expect([code, bad]).toEqual([1, ["database"]]);
    expect(of("key")).toMatchObject({ verdict: "ok", says: expect.stringContaining("in the keychain") });
    expect(of("database").says).toMatch(/schema 9999\) was written by a newer Galley/);
    expect(of("database").advice).toContain(copy);
    expect(of("deliveries").verdict).toBe("skipped");
  });

  it.skipIf(process.platform === "win32")(
    "finds permissions that are too open, a foreign key, an invalid config.json and a port in use",
    async () => {
      const dataDir = await usedFolder();
      const port = Number(new URL(await served(http.createServer())).port);
      fs.chmodSync(dataDir, 0o755);
      fs.chmodSync(path.join(dataDir, "secret.key"), 0o644);
      fs.writeFileSync(path.join(dataDir, "secret.key"), Buffer.alloc(32, 7).toString("base64url"));
      fs.writeFileSync(path.join(dataDir, "config.json"), JSON.stringify({ port, console_port: 0, sandbox_port: 0 }));
      const { code, of, bad } = await examined(dataDir);
      expect([code, bad]).toEqual([1, ["rights", "key", "ports"]]);
      expect(of("rights")).toMatchObject({
        says: expect.stringMatching(/Other users of this machine can access .* and read .*secret\.key/),
        advice: expect.stringContaining(`chmod -R go= ${dataDir}`),
      });
      expect(of("key").says).toMatch(/is not the key of this database/);
      expect(of("ports").says).toMatch(
        new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is in use by \\S+.*Port \\d+ is free:`),
      );

      fs.writeFileSync(path.join(dataDir, "config.json"), '{"port": "8420"}');
      const wrong = await examined(dataDir);
      expect(wrong.of("paths")).toMatchObject({
        verdict: "problem",
        says: expect.stringMatching(/^"port" in .*config\.json takes a number/),
      });
      expect(wrong.of("ports").verdict).toBe("skipped");
    },
  );
});
