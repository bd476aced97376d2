/** Commands that use a running Galley: status, support-bundle, console-link, add-project and admin. Some also use a stopped one. */
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { LoggedIn } from "../../../server/contracts/access-api.ts";
import type { AccountRow } from "../../../server/contracts/accounts-api.ts";
import type { ProjectWithSecret } from "../../../server/contracts/projects-api.ts";
import { browserOf, call, headersAfter, logInAs, PASSWORD, secondFactorOf } from "../../support/accounts.ts";
import { startAppliance, temporaryFolder } from "../../support/appliance.ts";
import { zipTexts } from "../../support/archives.ts";
import { command, newFile, treeOf } from "../../support/backups.ts";
import { startNewsroom } from "../../support/newsroom.ts";
import { openSession } from "../../support/site.ts";

const { appliance, article, project } = await startNewsroom({ respond: () => ({ rc: 0, rm: "Closed." }) });
const here = ["--data-dir", appliance.dataDir];

interface Status {
  state: string;
  problems: { code: string; detail: string }[];
  url?: string;
}

async function statusOf(...args: string[]): Promise<[number | null, Status]> {
  const { code, stdout } = await command("status", [...args, "--json"]);
  return [code, JSON.parse(stdout) as Status];
}

it("status exits with 0 without problems, otherwise with 1 and a code for each problem", async () => {
  expect(await statusOf(...here)).toEqual([
    0,
    expect.objectContaining({ state: "ok", problems: [], url: appliance.url }),
  ]);
  const words = await command("status", here);
  expect(words).toMatchObject({ code: 0, stderr: "" });
  expect(words.stdout).toContain(`at ${appliance.url} (process ${process.pid})\n`);
  expect(words.stdout).toMatch(/\nNo problems\.\n$/);

  await (await article("m")).deliver("A text.");
  const [code, { state, problems }] = await statusOf(...here, "--max-backup-age", "1");
  expect([code, state]).toEqual([1, "problem"]);
  expect(problems).toEqual([
    { code: "deliveries", detail: "Deliveries need attention: 1 rejected." },
    expect.objectContaining({ code: "sites" }),
    { code: "backup", detail: "There is no backup." },
  ]);
  const { code: backedUp } = await command("backup", [newFile(), ...here]);
  expect(backedUp).toBe(0);
  expect((await statusOf(...here, "--max-backup-age", "1"))[1].problems.map((each) => each.code)).not.toContain(
    "backup",
  );
});

it("status reports a Galley that is not running, and exits with 2 for an invalid flag", async () => {
  const never = path.join(temporaryFolder(), "never");
  const [code, { problems }] = await statusOf("--data-dir", never);
  expect([code, problems]).toEqual([1, [{ code: "not_running", detail: expect.stringContaining(never) }]]);
  expect(await command("status", ["--max-backup-age", "week"])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/Usage: galley status \[--data-dir DIR\] \[--max-backup-age DAYS\] \[--json\]\n$/),
  });
});

it("support-bundle writes a ZIP without secrets, readable by its owner only, and replaces nothing", async () => {
  const file = newFile("support.zip");
  expect(await command("support-bundle", [file, ...here])).toMatchObject({ code: 0, stderr: "" });
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  const bytes = fs.readFileSync(file);
  const texts = await zipTexts(bytes);
  expect([...texts.keys()]).toEqual(expect.arrayContaining(["about.json", "log.txt", "database.json"]));
  expect([...texts.values()].join("\n")).not.toContain(project.api_secret);
  expect(await command("support-bundle", [file, ...here])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("exists. Name another file."),
  });
  expect(fs.readFileSync(file).equals(bytes)).toBe(true);
  expect(await command("support-bundle", here)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Give one file. Usage: galley support-bundle FILE"),
  });
});

it("console-link prints a link that logs in once, and the audit log records it", async () => {
  const { code, stdout, stderr } = await command("console-link", here);
  expect([code, stderr]).toEqual([0, ""]);
  const link = stdout.trim();
  expect(link.startsWith(`${appliance.consoleUrl}/login?token=`)).toBe(true);
  const first = await fetch(link, { redirect: "manual" });
  expect(first.headers.get("location")).toMatch(/^\/#key=/);
  expect((await fetch(link, { redirect: "manual" })).headers.get("location")).toBe("/?link=used");

  const json = await command("console-link", [...here, "--json"]);
  const printed = JSON.parse(json.stdout) as { console_link: string; expires_at: string; data_dir: string };
  expect(printed.data_dir).toBe(appliance.dataDir);
  const minutes = (Date.parse(printed.expires_at) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(9);
  expect(minutes).toBeLessThanOrEqual(10);
  expect(await appliance.audit("login link made")).toHaveLength(2);
});

it("add-project on a running Galley creates a project that a site can use immediately", async () => {
  const { code, stdout } = await command("add-project", [
    ...here,
    ...["--name", "The Daily", "--environment", "prod", "--allowed-host", "cms.example.org"],
    ...["--allowed-host", "*.example.net:8443", "--json"],
  ]);
  expect(code).toBe(0);
  const made = JSON.parse(stdout) as ProjectWithSecret & { service_url: string };
  expect(made).toMatchObject({
    name: "The Daily",
    environment: "prod",
    allowed_hosts: ["cms.example.org", "*.example.net:8443"],
    service_url: appliance.url,
  });
  const opened = await openSession(made.service_url, made, {
    material_id: "m",
    callback_url: "https://cms.example.org/callback",
  });
  expect(opened.session_id).toMatch(/^[0-9a-f-]{36}$/);
});

it("on a stopped Galley, add-project works on its folder and console-link says what to do", async () => {
  const dataDir = temporaryFolder();
  const refused = await command("add-project", ["--data-dir", dataDir, "--name", "Post", "--environment", "dev"]);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/No Galley data found in/) });
  expect(fs.readdirSync(dataDir)).toEqual([]);

  await (await startAppliance({ dataDir })).close();
  const config = JSON.stringify({ public_url: "https://galley.example.org" });
  fs.writeFileSync(path.join(dataDir, "config.json"), config, { mode: 0o600 });
  const { code, stdout } = await command("add-project", ["--data-dir", dataDir, "--name", "Post", "--environment=dev"]);
  expect(code).toBe(0);
  const [, service, key, secret] =
    /service {6}(\S+)\n {2}api_key {6}(\S+)\n {2}api_secret {3}(\S+)\n/.exec(stdout) ?? [];
  expect(service).toBe("https://galley.example.org");

  const link = await command("console-link", ["--data-dir", dataDir]);
  expect(link).toMatchObject({ code: 1, stderr: expect.stringMatching(/Galley is not running on .*\. Start it/) });

  const later = await startAppliance({ dataDir });
  const opened = await openSession(later.url, { api_key: key, api_secret: secret } as never, {
    material_id: "m",
    callback_url: "http://localhost/callback",
  });
  expect(opened.session_id).toBeTruthy();
  await later.close();
});

it("add-project refuses a folder whose key is in the keychain of the desktop app", async () => {
  const dataDir = temporaryFolder();
  await (await startAppliance({ dataDir })).close();
  fs.renameSync(path.join(dataDir, "secret.key"), path.join(dataDir, "secret.key.sealed"));
  const before = treeOf(dataDir);
  const ended = await command("add-project", ["--data-dir", dataDir, "--name", "Post", "--environment", "dev"]);
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringMatching(/keychain of the desktop app/) });
  expect(treeOf(dataDir)).toEqual(before);
});

const IDA = ["--name", "Ida Kask", "--email", "ida@example.org", "--role", "operator"];

const admin = async (dataDir: string, ...args: string[]) => {
  const { code, stdout, stderr } = await command("admin", [...args, "--data-dir", dataDir]);
  expect([code, stderr]).toEqual([0, ""]);
  return stdout;
};
const linkIn = (text: string) => new URL(/link {3}(\S+)\n/.exec(text)?.[1] ?? "");
/** Opens the link and chooses the password. Returns the logged-in browser. */
async function accept(at: { consoleUrl: string }, link: URL) {
  const token = link.hash.replace("#token=", "");
  return browserOf(at, headersAfter(await call<LoggedIn>(at, "POST", "/invitation", { token, password: PASSWORD })));
}

it("adds, lists, resets and removes accounts of a running Galley, and logs removed accounts out", async () => {
  const { dataDir } = appliance;
  expect(await admin(dataDir, "list")).toBe("There are no accounts.\n");
  const added = await admin(dataDir, "add", ...IDA);
  expect(added).toMatch(/^Added Ida Kask \(ida@example\.org, operator\)\.\n/);
  expect(linkIn(added).href.startsWith(`${appliance.consoleUrl}/invitation#token=`)).toBe(true);
  const browser = await accept(appliance, linkIn(added));
  await secondFactorOf(browser, Date.now());
  const listed = await admin(dataDir, "list");
  expect(listed).toBe("operator  active    second factor   Ida Kask (ida@example.org)\n");

  const reset = JSON.parse(await admin(dataDir, "reset-password", "--email", "IDA@example.org", "--json"));
  expect(reset).toMatchObject({ name: "Ida Kask", role: "operator", expires_at: expect.any(String) });
  expect((await browser.ask("GET", "/me")).status).toBe(401);
  const again = await accept(appliance, new URL(reset.link));
  expect((await again.ask("GET", "/me")).status).toBe(200);
  expect(await admin(dataDir, "remove", "--email", "ida@example.org")).toBe("Removed Ida Kask (ida@example.org).\n");
  expect((await again.ask("GET", "/me")).status).toBe(401);
  expect(JSON.parse(await admin(dataDir, "list", "--json"))).toEqual({ admins: [] });
});

it("adds an account to the folder of a stopped Galley, and the audit log names the owner", async () => {
  const dataDir = temporaryFolder();
  const refused = await command("admin", ["list", "--data-dir", dataDir]);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/No Galley data found in/) });
  await (await startAppliance({ dataDir })).close();
  const link = linkIn(await admin(dataDir, "add", ...IDA));
  expect(link.href).toMatch(/^http:\/\/127\.0\.0\.1:8421\/invitation#token=/);

  const later = await startAppliance({ dataDir });
  await accept(later, link);
  await logInAs(later, "ida@example.org");
  expect(await later.audit("account created")).toMatchObject([
    { person: { id: "owner" }, address: null, detail: { email: "ida@example.org", role: "operator" } },
  ]);
  expect(await later.list<AccountRow>("/admins")).toHaveLength(1);
  await later.close();
});

it.each<[name: string, args: string[], code: number, message: RegExp]>([
  [
    "add-project",
    ["--environment", "dev"],
    2,
    /^The project was not created\. --name is required\. Usage: galley add-p/,
  ],
  [
    "add-project",
    ["--name", "x", "--environment", "test"],
    2,
    /^The project was not created\. --environment must be dev or prod, not "test"\.\n$/,
  ],
  [
    "add-project",
    ["--name", "x", "--environment", "dev", "--allowed-host", "ok.example", "--allowed-host", "http://cms"],
    2,
    /--allowed-host "http:\/\/cms" is invalid: An allowed host is a name/,
  ],
  ["add-project", ["--name", "x", "--environment", "dev", "--host", "a"], 2, /Unknown option '--host'\. Usage/],
  [
    "admin",
    ["add", "--name", "Ida", "--role", "viewer"],
    2,
    /^No account was changed\. --email is required\. Usage: galley admin/,
  ],
  ["admin", ["add", ...IDA.slice(0, -1), "owner"], 2, /--role "owner" is invalid: Input should be viewer/],
  ["admin", ["add", "--name", "Ida", "--email", "ida", "--role", "viewer"], 2, /--email "ida" is invalid: This is not/],
  ["admin", ["promote"], 2, /Name an action/],
  [
    "admin",
    ["remove", "--email", "eve@example.org"],
    1,
    /There is no account with the e-mail address eve@example\.org/,
  ],
])("%s reports the invalid arguments %j and changes nothing", async (name, args, code, message) => {
  const stored = async () => [await appliance.list("/projects"), await appliance.list("/admins")];
  const before = await stored();
  expect(await command(name, [...args, ...here])).toEqual({ code, stdout: "", stderr: expect.stringMatching(message) });
  expect(await stored()).toEqual(before);
});
