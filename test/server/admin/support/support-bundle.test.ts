import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { beforeAll, expect, it } from "vitest";
import { databaseFacts } from "../../../../server/admin/support/database-facts.ts";
import type { AccountInvitation } from "../../../../server/contracts/accounts-api.ts";
import type { LogEntry, SupportBundleView } from "../../../../server/contracts/logs-api.ts";
import type { ProjectWithSecret } from "../../../../server/contracts/projects-api.ts";
import { openKeptLog } from "../../../../server/storage/kept-log.ts";
import { tokenOf } from "../../../support/accounts.ts";
import { temporaryFolder, VERSION } from "../../../support/appliance.ts";
import { zipTexts } from "../../../support/archives.ts";
import { metricsToken } from "../../../support/metrics.ts";
import { articleIn, startNewsroom } from "../../../support/newsroom.ts";

const SECRETS = {
  mail: "p4ss-of-the-mail-server",
  hook: "https://chat.example.org/hooks/T0000/B1111/xyzzyxyzzy",
  hookSecret: "a secret of the admin's own",
  password: "eine Fähre nach Riga",
  webhook: "s3cret-of-the-webhook",
  proxy: "pr0xy-passw0rd",
};

const { appliance, project, open } = await startNewsroom({
  env: { HTTP_PROXY: `http://ida:${SECRETS.proxy}@proxy.test:3128` },
  name: "The Herald",
  // A careless site repeats what it was sent.
  respond: (_callback, res) => void res.writeHead(500).end(`went wrong with ${SECRETS.webhook}`),
});
/** Name → a text that no bundle may contain. */
let secrets: Record<string, string>;

beforeAll(async () => {
  const credentials = { webhook_auth_user: "cms", webhook_auth_password: SECRETS.webhook };
  const metadata = { title: "A headline for readers only", ...credentials };
  const article = articleIn(appliance, await open("4002", { metadata }));
  await article.deliver("words of the article", { user_email: "ida@example.org" });
  const rotated = await appliance.console<ProjectWithSecret>("POST", `/projects/${project.id}/rotate-secret`, {});
  const person = { name: "Ida", email: "ida@example.org", role: "viewer" };
  const invitation = tokenOf(await appliance.console<AccountInvitation>("POST", "/admins", person));
  await appliance.console("POST", "/invitation", { token: invitation, password: SECRETS.password });
  const server = { host: "mail.example.org", port: 587, security: "starttls", user: "galley", password: SECRETS.mail };
  const mail = { enabled: false, ...server, from: "galley@example.org", to: ["ida@example.org"] };
  await appliance.console("PUT", "/notifications/mail", mail);
  const hook = { enabled: false, url: SECRETS.hook, secret: SECRETS.hookSecret };
  await appliance.console("PUT", "/notifications/webhook", hook);
  const { password, webhook, ...known } = SECRETS;
  const logged = {
    ...known,
    hookPath: new URL(SECRETS.hook).pathname,
    project: project.api_secret,
    rotated: rotated.api_secret,
    consoleToken: appliance.consoleToken,
    metricsToken: metricsToken(appliance),
    masterKey: fs.readFileSync(path.join(appliance.dataDir, "secret.key"), "utf8").trim(),
    editorToken: article.session.url.split("#t=")[1] ?? "",
    journalist: "ida@example.org",
  };
  secrets = { ...logged, password, webhook, title: metadata.title, words: "words of the article" };
  // A log line and a crash. In escaped text, a letter of the escape precedes the secret.
  const everything = [
    ...Object.values(logged),
    article.session.url,
    encodeURIComponent(`=${project.api_secret}&${appliance.consoleToken}`),
    JSON.stringify(`\n${rotated.api_secret}\n`),
    "550 No such user <ida@example.org>",
    `Cannot POST ${logged.hookPath}`,
  ].join(" | ");
  const log = openKeptLog(appliance.dataDir, () => {});
  log.error("A line with everything", new Error(everything));
  fs.writeFileSync(path.join(appliance.dataDir, "logs", "crash-2026-01-01-exception.txt"), `Error: ${everything}\n`);
});
const make = () => appliance.request("POST", "/support-bundle");
async function bundle(): Promise<Map<string, string>> {
  const response = await make();
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/zip"]);
  expect(response.headers.get("content-disposition")).toMatch(/galley-support-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.zip/);
  return zipTexts(Buffer.from(await response.arrayBuffer()));
}

it("contains exactly the announced files", async () => {
  const view = await appliance.console<SupportBundleView>("GET", "/support-bundle");
  const files = await bundle();
  expect([...files.keys()]).toEqual(view.files.map(({ name }) => name));
  expect(view.left_out.join(" ")).toMatch(/Articles.*Secrets.*Names of journalists/);
  const json = (name: string) => JSON.parse(files.get(name) ?? "");
  expect(json("about.json")).toMatchObject({ galley: VERSION, node: process.version });
  expect(json("config.json").environment_proxies.http).toBe("http://proxy.test:3128");
  expect(json("settings.json")).toMatchObject({ notify_site_minutes: 15 });
  expect(json("failures.json").newest[0]).toMatchObject({ project: "The Herald", code: "http_status", status: 500 });
  expect(json("database.json")).toMatchObject({ integrity: "ok", rows: { sessions: 1, versions: 1, attempts: 1 } });
  expect(json("disk.json").free_bytes).toBeGreaterThan(0);
  expect(files.get("log.txt")).toContain("A line with everything");
  expect(files.get("crashes.txt")).toContain("crash-2026-01-01-exception.txt");
});

it("contains no secrets, articles or e-mail addresses", async () => {
  const files = await bundle();
  const found: string[] = [];
  for (const [file, text] of files)
    for (const [name, secret] of Object.entries(secrets)) if (text.includes(secret)) found.push(`${name} in ${file}`);
  expect(found).toEqual([]);
});

it("refuses a second bundle while one is being created", async () => {
  const statuses = (await Promise.all([make(), make()])).map(({ status }) => status).sort();
  expect(statuses).toEqual([200, 409]);
});

it("lists the log by words and level", async () => {
  const read = (query: string) => appliance.console<{ items: LogEntry[] }>("GET", `/logs?${query}`);
  expect((await read("q=everything%20LINE")).items.map(({ message }) => message)).toEqual(["A line with everything"]);
  expect((await read("level=error")).items).toHaveLength(1);
  expect((await read("q=listens")).items[0]?.message).toMatch(/^Galley \S+ listens at http/);
  await expect(read("level=loud")).rejects.toThrow("422");
});

it.skipIf(process.platform === "win32")(
  "returns after the time limit although SQLite cannot be interrupted",
  async () => {
    // A pipe without a writer blocks SQLite in its first call, like a check of many gigabytes in a later one.
    const file = path.join(temporaryFolder(), "slow.db");
    execFileSync("mkfifo", [file]);
    const facts = databaseFacts(file, 300);
    expect(await facts).toEqual({ note: expect.stringContaining("Stopped after 0.3 seconds") });
    fs.closeSync(fs.openSync(file, "r+"));
  },
);
