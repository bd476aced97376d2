import { afterAll, beforeAll, expect, it } from "vitest";
import type { Page } from "../../../server/contracts/console-api.ts";
import type { ProjectWithSecret } from "../../../server/contracts/projects-api.ts";
import type { SessionRow } from "../../../server/contracts/sessions-api.ts";
import { type RunningAppliance, startAppliance } from "../../support/appliance.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";
import { checkReceiver } from "../../support/receiver-check.ts";
import { openSession } from "../../support/site.ts";

let appliance: RunningAppliance;
let project: ProjectWithSecret;
let receiver: Receiver;

beforeAll(async () => {
  appliance = await startAppliance();
  project = await appliance.createProject();
  receiver = await startReceiver(project);
});
afterAll(async () => {
  receiver.close();
  await appliance.close();
});

const ALL_PASSED = [
  "reachability: passed",
  "tls: skipped",
  "article_saved: passed",
  "repeated: passed",
  "forged_signature: passed",
  "odd_file_name: passed",
  "large_archive: passed",
];

it("passes every step of a right receiver, and shows what was said", async () => {
  const check = await checkReceiver(appliance, project.id, { callback_url: receiver.callbackUrl });
  expect(check.summary).toEqual(ALL_PASSED);
  expect(check).toMatchObject({ verdict: "passed", material_id: "galley-check", callback_url: receiver.callbackUrl });

  const step = check.step("article_saved");
  expect(step.number).toBe(3);
  expect(step.request?.body).toBe(receiver.callbacks[0]?.text);
  expect(JSON.parse(step.answer?.body ?? "")).toMatchObject({ rc: 1 });
  expect(step.downloads).toMatchObject([{ status: 200, complete: true }]);
  expect(step.fetches).toMatchObject([{ status: 200, content_type: "image/png", same: true }]);

  const large = check.step("large_archive");
  expect(large.downloads[0]?.bytes).toBeGreaterThan(20 * 1024 * 1024);
  expect(large.fetches).toHaveLength(4);
  expect(check.step("odd_file_name").fetches[0]?.file_name).toMatch(/^Galley_Check\.v2\.0_.*\.PNG$/);
});

it("asks the receiver for nothing but callbacks", async () => {
  const before = receiver.requests.length;
  await checkReceiver(appliance, project.id, { callback_url: receiver.callbackUrl });
  const asked = receiver.requests.slice(before).filter((line) => !line.startsWith("GET /files/"));
  expect(new Set(asked)).toEqual(new Set(["POST /galley/callback"]));
});

it("sends the same callback twice, and then one with a signature that is not the project's", async () => {
  const before = receiver.callbacks.length;
  await checkReceiver(appliance, project.id, { callback_url: receiver.callbackUrl });
  const [first, second, forged] = receiver.callbacks.slice(before);
  expect(second?.text).toBe(first?.text);
  expect(second?.headers["x-service-signature"]).toBe(first?.headers["x-service-signature"]);
  expect(forged?.headers["x-service-signature"]).toMatch(/^[0-9a-f]{64}$/);
  expect(receiver.behaviour.verify(forged as NonNullable<typeof forged>)).toBe(false);
});

it("leaves no session, version or delivery behind, and no archive to download", async () => {
  const list = <T>(path: string) => appliance.console<Page<T>>("GET", `${path}?project=${project.id}`);
  await checkReceiver(appliance, project.id, { callback_url: receiver.callbackUrl, material_id: "nothing-of-it" });
  expect((await list<SessionRow>("/sessions")).items).toEqual([]);
  expect((await list("/deliveries")).items).toEqual([]);
  const last = receiver.callbacks.at(-1);
  await expect(receiver.behaviour.download(last as NonNullable<typeof last>)).rejects.toThrow("404");
});

it("refuses a material that is an article here", async () => {
  await openSession(appliance.url, project, { material_id: "taken", callback_url: receiver.callbackUrl });
  await expect(
    checkReceiver(appliance, project.id, { callback_url: receiver.callbackUrl, material_id: "taken" }),
  ).rejects.toThrow(/409.*is an article here/);
});

it("passes the sample site with the reserved material, and makes no article of it", async () => {
  const sandbox = await appliance.sandboxProject();
  const site = appliance.sandboxUrl;
  const check = await checkReceiver(appliance, sandbox.id, { callback_url: `${site}/galley/callback` });
  expect(check.summary).toEqual(ALL_PASSED);
  expect(await (await fetch(site)).text()).not.toContain("/articles/galley-check");
  expect((await fetch(`${site}/articles/galley-check`)).status).toBe(404);
});

it("sends the credentials that the site would give at an opening, and shows none of them", async () => {
  const check = await checkReceiver(appliance, project.id, {
    callback_url: receiver.callbackUrl,
    metadata: { webhook_auth_user: "anna-of-the-desk", webhook_auth_password: "secret-word" },
  });
  expect(receiver.callbacks.at(-1)?.headers.authorization).toMatch(/^Basic /);
  expect(JSON.stringify(check)).not.toMatch(/anna-of-the-desk|secret-word|Basic /);
});
