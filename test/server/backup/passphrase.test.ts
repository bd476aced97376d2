import fs from "node:fs";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Page } from "../../../server/contracts/console-api.ts";
import type { DeliveryRow } from "../../../server/contracts/deliveries-api.ts";
import type { ProjectWithSecret } from "../../../server/contracts/projects-api.ts";
import { type RunningAppliance, startAppliance, temporaryFolder } from "../../support/appliance.ts";
import { article, backUp, command, newFile } from "../../support/backups.ts";
import { startNewsroom } from "../../support/newsroom.ts";
import { openSession } from "../../support/site.ts";

const PASSPHRASE = "grüne Wiese, 7 Kühe";
const PASSWORD = "hunter2-hunter2-hunter2";
const TOKEN = "time-limited-0123456789";
const CREDENTIALS = { webhook_auth_user: "galley", webhook_auth_password: PASSWORD };
const AUTHORIZATION = `Basic ${Buffer.from(`galley:${PASSWORD}`).toString("base64")}`;

const { appliance: from, project, site } = await startNewsroom({ name: "Evening Post" });
const metadata = { ...CREDENTIALS, timeLimitedAuthToken: TOKEN, section: 7 };
await (await article(from, project, "m", site.callbackUrl, metadata)).save("One");
await site.received(1);
const other = await from.createProject({ name: "Morning Post" });
const rotated = await from.console<ProjectWithSecret>("POST", `/projects/${other.id}/rotate-secret`, {});
// Long enough for overflow pages, which are free once the secret is removed.
for (const material_id of ["long", "longer"]) {
  const metadata = { note: "x".repeat(30_000), ...CREDENTIALS };
  await openSession(from.url, rotated, { material_id, callback_url: site.callbackUrl, metadata });
}
/** One without the secrets, one with them under the passphrase. */
const [bare, sealed] = [await backUp(from), await backUp(from, PASSPHRASE)];

const passphraseFile = (passphrase: string) => newFile("passphrase", `${passphrase}\n`);
const restore = (file: string, dataDir: string, ...more: string[]) =>
  command("restore", [file, "--data-dir", dataDir, ...more]);

/** Starts Galley on a restored folder. @returns it, and the keys of the project there */
async function start(dataDir: string) {
  const appliance = await startAppliance({ dataDir });
  onTestFinished(appliance.close);
  const keys = await appliance.console<ProjectWithSecret>("POST", `/projects/${project.id}/reveal-secret`);
  return { appliance, keys };
}

/** Releases the deliveries and resends the article. Returns the callback. */
async function nextCallback(appliance: RunningAppliance, keys: ProjectWithSecret) {
  const before = site.callbacks.length;
  await appliance.console("PATCH", "/settings", { deliveries_paused: false });
  const session = await openSession(appliance.url, keys, { material_id: "m", callback_url: site.callbackUrl });
  expect(session.vms_json).not.toBeNull();
  const [last] = (await appliance.console<Page<DeliveryRow>>("GET", "/deliveries")).items;
  if (last?.state !== "pending") await appliance.console("POST", `/deliveries/${last?.id}/retry`);
  return site.received(before + 1);
}

it("restores secrets on another machine only with the passphrase", async () => {
  const elsewhere = path.join(temporaryFolder(), "new", "folder");
  const wrong = await restore(sealed, elsewhere, "--passphrase-file", passphraseFile("grüne Wiese, 8 Kühe"));
  expect([wrong.code, wrong.stderr]).toEqual([
    1,
    expect.stringContaining("Wrong passphrase. Enter the one that the backup was made with."),
  ]);
  const none = await restore(sealed, elsewhere);
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining("are protected by a passphrase")]);
  expect(fs.existsSync(path.dirname(elsewhere))).toBe(false);
  const renewed = await restore(sealed, elsewhere, "--new-secrets");
  expect([renewed.code, renewed.stdout]).toEqual([0, expect.stringMatching(/new secrets.*Evening Post/)]);

  const dataDir = temporaryFolder();
  const restored = await restore(sealed, dataDir, "--passphrase-file", passphraseFile(PASSPHRASE));
  expect(restored).toMatchObject({ code: 0, stdout: expect.not.stringContaining("new secrets") });
  const { appliance, keys } = await start(dataDir);
  expect(keys.api_secret).toBe(project.api_secret);
  const { headers, body } = await nextCallback(appliance, project);
  expect(headers.authorization).toBe(AUTHORIZATION);
  expect(body.metadata).toMatchObject({ timeLimitedAuthToken: TOKEN, section: 7 });
});

it("gives projects new secrets on another machine without a passphrase, and reports it", async () => {
  const dataDir = temporaryFolder();
  const { stdout } = await restore(bare, dataDir);
  expect(stdout).toMatch(/new secrets.*Sandbox, Evening Post, Morning Post/);
  expect(stdout).toMatch(/3 sessions lost their callback credentials/);
  const { appliance, keys } = await start(dataDir);
  const opened = openSession(appliance.url, project, { material_id: "m", callback_url: site.callbackUrl });
  await expect(opened).rejects.toThrow("Invalid signature");
  const { headers, body } = await nextCallback(appliance, keys);
  expect(headers.authorization).toBeUndefined();
  expect(body.metadata).not.toHaveProperty("timeLimitedAuthToken");
});

it("contains no readable secret, with or without a passphrase", () => {
  const key = fs.readFileSync(path.join(from.dataDir, "secret.key"), "utf8").trim();
  for (const file of [bare, sealed]) {
    const bytes = fs.readFileSync(file);
    const secrets = [other, rotated, project].map(({ api_secret }) => api_secret);
    const hidden = [PASSWORD, TOKEN, ...secrets, key, Buffer.from(key, "base64url"), from.consoleToken];
    expect(hidden.map((each) => bytes.includes(each))).not.toContain(true);
    expect(bytes.includes("Evening Post")).toBe(true);
  }
});

it("keeps the secrets without a passphrase when restored on the original folder", async () => {
  await from.close();
  const { code, stdout } = await restore(bare, from.dataDir);
  expect([code, stdout]).toEqual([0, expect.not.stringContaining("new secrets")]);
  const { appliance } = await start(from.dataDir);
  expect((await nextCallback(appliance, project)).headers.authorization).toBe(AUTHORIZATION);
});
