import { beforeEach, expect, it } from "vitest";
import type { Page } from "../../../server/contracts/console-api.ts";
import type { ProjectWithSecret } from "../../../server/contracts/projects-api.ts";
import { eventually } from "../../support/eventually.ts";
import { addFont, publish } from "../../support/fonts.ts";
import { startNewsroom } from "../../support/newsroom.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";
import { checkReceiver, requestCheck } from "../../support/receiver-check.ts";
import { ttf } from "../../support/sample-fonts.ts";
import { downloadArchive, openSession } from "../../support/site.ts";

const { appliance } = await startNewsroom();
let project: ProjectWithSecret;
let receiver: Receiver;
beforeEach(async () => {
  project = await appliance.createProject();
  receiver = await startReceiver(project);
  return receiver.close;
});

const PASSED = ["article_saved", "repeated", "forged_signature", "odd_file_name", "large_archive"];
const ALL_PASSED = ["reachability: passed", "tls: skipped", ...PASSED.map((step) => `${step}: passed`)];

it("passes every step of a correct receiver, shows the conversations, and stores nothing", async () => {
  const body = { callback_url: receiver.callbackUrl, fonts: true };
  const result = await checkReceiver(appliance, project.id, body);
  expect(result.summary).toEqual([...ALL_PASSED, "fonts: skipped"]);
  const facts = { verdict: "passed", material_id: "galley-check", callback_url: receiver.callbackUrl };
  expect(result.check).toMatchObject({ ...facts, steps: result.steps });
  expect(result.lines.at(-1)?.event).toBe("done");
  const started = result.lines.flatMap((line) => (line.event === "started" ? [line.number] : []));
  expect(started).toEqual([1, 3, 4, 5, 6, 7, 8]);

  const step = result.step("article_saved");
  expect(step.number).toBe(3);
  expect(step.request?.body).toBe(receiver.callbacks[0]?.text);
  expect(JSON.parse(step.answer?.body ?? "")).toMatchObject({ rc: 1 });
  expect(step.downloads).toMatchObject([{ status: 200, complete: true }]);
  expect(step.fetches).toMatchObject([{ status: 200, content_type: "image/png", same: true }]);
  const large = result.step("large_archive");
  expect(large.downloads[0]?.bytes).toBeGreaterThan(20 * 1024 * 1024);
  expect(large.fetches).toHaveLength(4);
  expect(result.step("odd_file_name").fetches[0]?.file_name).toMatch(/^Galley_Check\.v2\.0_.*\.PNG$/);

  expect(receiver.requests.filter((line) => !/^GET \/files\/|^POST \/galley\/callback$/.test(line))).toEqual([]);
  const [first, second, forged] = receiver.callbacks.map(({ text, headers }) => [text, headers["x-service-signature"]]);
  expect(second).toEqual(first);
  expect(forged?.[1]).toMatch(/^[0-9a-f]{64}$/);
  expect(receiver.callbacks.map(receiver.behaviour.verify)).toEqual([true, true, false, true, true]);

  for (const list of ["/sessions", "/deliveries"])
    expect((await appliance.console<Page<unknown>>("GET", `${list}?project=${project.id}`)).items).toEqual([]);
  for (const callback of receiver.callbacks) await expect(receiver.behaviour.download(callback)).rejects.toThrow("404");
});

it("passes every step of the sample site, including fonts, and creates no article there", async () => {
  const sandbox = await appliance.sandboxProject();
  await addFont(appliance, sandbox.id, "ferry.ttf", ttf({ family: "Ferry" }));
  await publish(appliance, sandbox.id);
  const site = appliance.sandboxUrl;
  const body = { callback_url: `${site}/galley/callback`, fonts: true };
  const result = await checkReceiver(appliance, sandbox.id, body);
  expect(result.summary).toEqual([...ALL_PASSED, "fonts: passed"]);
  const step = result.step("fonts");
  expect(step).toMatchObject({ number: 8, downloads: [{ status: 200, complete: true }] });
  const fonts = { list: [{ family: "Ferry" }] };
  expect(JSON.parse(step.request?.body ?? "")).toMatchObject({ event: "site_fonts_updated", fonts });
  expect(await appliance.console("GET", "/deliveries")).toMatchObject({ items: [] });
  expect(await (await fetch(site)).text()).not.toContain("/articles/galley-check");
  expect((await fetch(`${site}/articles/galley-check`)).status).toBe(404);
});

it("reports an aborted download of the large archive, and a font URL on a host that is not allowed", async () => {
  await addFont(appliance, project.id, "ferry.ttf", ttf({ family: "Ferry" }));
  await publish(appliance, project.id);
  receiver.behaviour.download = async ({ body }) => {
    const answer = await downloadArchive(project, body.content_url, body.material_id);
    if (Number(answer.headers.get("content-length")) < 1_000_000) return Buffer.from(await answer.arrayBuffer());
    const reader = answer.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    return null;
  };
  receiver.behaviour.answer = ({ state }, { body }) =>
    body.event === "site_fonts_updated"
      ? { rc: 1, data: { fonts: { css: { id: "vms_fonts.css", clientUrl: "https://elsewhere.example/a.css" } } } }
      : { rc: 1, data: { vms_json: state } };
  const result = await checkReceiver(appliance, project.id, { callback_url: receiver.callbackUrl, fonts: true });
  const failed = ["large_archive: failed (archive_cut_short)", "fonts: failed (font_url_not_allowed)"];
  expect(result.summary).toEqual([...ALL_PASSED.slice(0, -1), ...failed]);
  const { happened } = result.step("large_archive");
  expect(happened).toMatch(/downloaded only [\d.]+ (?:k|M)B of 21 MB of the archive and aborted/);
  expect(result.step("fonts").happened).toContain("https://elsewhere.example/a.css");
});

it("rejects a material ID of an existing article", async () => {
  const body = { callback_url: receiver.callbackUrl, material_id: "taken" };
  await openSession(appliance.url, project, body);
  await expect(checkReceiver(appliance, project.id, body)).rejects.toThrow(/409.*already has an article/);
});

it("sends the credentials in metadata, and masks them in its results", async () => {
  const metadata = { webhook_auth_user: "anna-of-the-desk", webhook_auth_password: "secret-word" };
  const body = { callback_url: receiver.callbackUrl, metadata };
  const { lines } = await checkReceiver(appliance, project.id, body, "forged_signature");
  expect(receiver.callbacks.at(-1)?.headers.authorization).toMatch(/^Basic /);
  expect(JSON.stringify(lines)).not.toMatch(/anna-of-the-desk|secret-word|Basic /);
});

it("responds with 409 while a check of the project runs, and ends with its request", async () => {
  const called = Promise.withResolvers<void>();
  const right = receiver.behaviour.download;
  receiver.behaviour.download = () => {
    called.resolve();
    return new Promise(() => undefined);
  };
  const body = { callback_url: receiver.callbackUrl };
  const stop = new AbortController();
  const first = await requestCheck(appliance, project.id, body, stop.signal);
  await called.promise;
  await expect(checkReceiver(appliance, project.id, body)).rejects.toThrow(/409/);
  stop.abort();
  await expect(first.text()).rejects.toThrow();
  receiver.behaviour.download = right;
  await eventually(async () => {
    expect((await checkReceiver(appliance, project.id, body, "repeated")).summary[3]).toBe("repeated: passed");
  });
});

it.each([
  [{ callback_url: "ftp://127.0.0.1/" }, "callback_url"],
  [{ callback_url: "http://127.0.0.1/", material_id: "" }, "material_id"],
  [{}, "callback_url"],
])("responds with 422 for %j and names the field", async (body, field) => {
  const answer = appliance.console("POST", `/projects/${project.id}/check-receiver`, body);
  await expect(answer).rejects.toThrow(new RegExp(`422.*${field}`));
});
