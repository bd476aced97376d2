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

async function start(dataDir: string) {
  const appliance = await startAppliance({ dataDir });
  onTestFinished(appliance.close);
  return appliance;
}

function passphraseFile(passphrase: string): string {
  const file = newFile("passphrase");
  fs.writeFileSync(file, `${passphrase}\n`);
  return file;
}

const secretOf = (appliance: RunningAppliance) =>
  appliance.console<ProjectWithSecret>("POST", `/projects/${project.id}/reveal-secret`);

/** Releases the deliveries and saves again. Returns the callback. */
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
  const wrong = passphraseFile("grüne Wiese, 8 Kühe");
  expect(await command("restore", [sealed, "--data-dir", elsewhere, "--passphrase-file", wrong])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("This is not the passphrase of this backup"),
  });
  expect(await command("restore", [sealed, "--data-dir", elsewhere])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("are protected by a passphrase"),
  });
  expect(fs.existsSync(path.dirname(elsewhere))).toBe(false);
  expect(await command("restore", [sealed, "--data-dir", elsewhere, "--new-secrets"])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/new secrets.*Evening Post/),
  });

  const dataDir = temporaryFolder();
  const right = ["--passphrase-file", passphraseFile(PASSPHRASE)];
  const restored = await command("restore", [sealed, "--data-dir", dataDir, ...right]);
  expect(restored).toMatchObject({ code: 0, stdout: expect.not.stringContaining("new secrets") });
  const to = await start(dataDir);
  expect((await secretOf(to)).api_secret).toBe(project.api_secret);
  const { headers, body } = await nextCallback(to, project);
  expect(headers.authorization).toBe(`Basic ${Buffer.from(`galley:${PASSWORD}`).toString("base64")}`);
  expect(body.metadata).toMatchObject({ timeLimitedAuthToken: TOKEN, section: 7 });
});

it("gives projects new secrets on another machine without a passphrase, and reports it", async () => {
  const dataDir = temporaryFolder();
  const restored = await command("restore", [bare, "--data-dir", dataDir]);
  expect(restored.stdout).toMatch(/new secrets.*Sandbox, Evening Post, Morning Post/);
  expect(restored.stdout).toMatch(/3 sessions lost their callback credentials/);
  const to = await start(dataDir);
  const renewed = await secretOf(to);
  expect(renewed.api_secret).not.toBe(project.api_secret);
  await expect(openSession(to.url, project, { material_id: "m", callback_url: site.callbackUrl })).rejects.toThrow(
    "Invalid signature",
  );
  const { headers, body } = await nextCallback(to, renewed);
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
  expect(await command("restore", [bare, "--data-dir", from.dataDir])).toMatchObject({
    code: 0,
    stdout: expect.not.stringContaining("new secrets"),
  });
  const to = await start(from.dataDir);
  const { headers } = await nextCallback(to, project);
  expect(headers.authorization).toBe(`Basic ${Buffer.from(`galley:${PASSWORD}`).toString("base64")}`);
});
