/** `galley admin`, on a running and on a stopped Galley. */
import { afterAll, expect, it } from "vitest";
import type { LoggedIn } from "../../../server/contracts/access-api.ts";
import type { AccountRow } from "../../../server/contracts/accounts-api.ts";
import type { Page } from "../../../server/contracts/console-api.ts";
import type { AuditRow } from "../../../server/contracts/logs-api.ts";
import { browserOf, call, headersAfter, logInAs, PASSWORD, secondFactorOf } from "../../support/accounts.ts";
import { startAppliance, temporaryFolder } from "../../support/appliance.ts";
import { command } from "../../support/backups.ts";

const appliance = await startAppliance();
afterAll(appliance.close);
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
  const { items } = await later.console<Page<AuditRow>>("GET", "/audit");
  expect(items.find(({ action }) => action === "account created")).toMatchObject({
    person: { id: "owner" },
    address: null,
    detail: { email: "ida@example.org", role: "operator" },
  });
  expect((await later.console<Page<AccountRow>>("GET", "/admins")).items).toHaveLength(1);
  await later.close();
});

it("reports invalid arguments and changes nothing", async () => {
  const cases: [string[], number, RegExp][] = [
    [
      ["add", "--name", "Ida", "--role", "viewer"],
      2,
      /^No account was changed\. --email is required\. Usage: galley admin/,
    ],
    [["add", ...IDA.slice(0, -1), "owner"], 2, /--role "owner" is invalid: Input should be viewer/],
    [["add", "--name", "Ida", "--email", "ida", "--role", "viewer"], 2, /--email "ida" is invalid: This is not an/],
    [["promote"], 2, /Name an action/],
    [["remove", "--email", "eve@example.org"], 1, /There is no account with the e-mail address eve@example\.org/],
  ];
  for (const [args, code, message] of cases)
    expect(await command("admin", [...args, "--data-dir", appliance.dataDir])).toMatchObject({
      code,
      stdout: "",
      stderr: expect.stringMatching(message),
    });
});
