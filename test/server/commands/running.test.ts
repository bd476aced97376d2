/** `console-link` and `add-project`, on a running and on a stopped Galley. */
import fs from "node:fs";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import type { ProjectWithSecret } from "../../../server/contracts/projects-api.ts";
import { startAppliance, temporaryFolder } from "../../support/appliance.ts";
import { command, treeOf } from "../../support/backups.ts";
import { openSession } from "../../support/site.ts";

const appliance = await startAppliance();
afterAll(appliance.close);
const here = () => ["--data-dir", appliance.dataDir];

it("console-link prints a link that logs in once, and the audit log records it", async () => {
  const { code, stdout, stderr } = await command("console-link", here());
  expect([code, stderr]).toEqual([0, ""]);
  const link = stdout.trim();
  expect(link.startsWith(`${appliance.consoleUrl}/login?token=`)).toBe(true);
  const first = await fetch(link, { redirect: "manual" });
  expect(first.headers.get("location")).toMatch(/^\/#key=/);
  expect((await fetch(link, { redirect: "manual" })).headers.get("location")).toBe("/?link=used");

  const json = await command("console-link", [...here(), "--json"]);
  const printed = JSON.parse(json.stdout) as { console_link: string; expires_at: string; data_dir: string };
  expect(printed.data_dir).toBe(appliance.dataDir);
  const minutes = (Date.parse(printed.expires_at) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(9);
  expect(minutes).toBeLessThanOrEqual(10);
  const { items } = await appliance.console<{ items: { action: string }[] }>("GET", "/audit");
  expect(items.filter(({ action }) => action === "login link made")).toHaveLength(2);
});

it("add-project on a running Galley creates a project that a site can use immediately", async () => {
  const { code, stdout } = await command("add-project", [
    ...here(),
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

it("add-project reports invalid arguments and creates nothing", async () => {
  const cases: [string[], RegExp][] = [
    [["--environment", "dev"], /^The project was not created\. --name is required\. Usage: galley add-project/],
    [
      ["--name", "x", "--environment", "test"],
      /^The project was not created\. --environment must be dev or prod, not "test"\.\n$/,
    ],
    [
      ["--name", "x", "--environment", "dev", "--allowed-host", "ok.example", "--allowed-host", "http://cms"],
      /--allowed-host "http:\/\/cms" is invalid: An allowed host is a name/,
    ],
    [["--name", "x", "--environment", "dev", "--host", "a"], /Unknown option '--host'\. Usage/],
  ];
  const before = await appliance.console<{ items: unknown[] }>("GET", "/projects");
  for (const [args, message] of cases)
    expect(await command("add-project", [...here(), ...args])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(message),
    });
  expect((await appliance.console<{ items: unknown[] }>("GET", "/projects")).items).toHaveLength(before.items.length);
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
