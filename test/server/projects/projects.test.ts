/**
 * Projects: their list, settings and secrets. Contract 5.2: after a rotation, the former secret signs callbacks until the
 * site signs with the new one, or it expires.
 */
import { afterAll, beforeEach, expect, it, onTestFinished } from "vitest";
import type {
  ProjectRow,
  ProjectView,
  ProjectWithSecret,
  SigningView,
} from "../../../server/contracts/projects-api.ts";
import { startAppliance, testClock } from "../../support/appliance.ts";
import { deliveryIs } from "../../support/deliveries.ts";
import { CALLBACK_URL, MATERIAL_ID } from "../../support/integration.ts";
import { type Article, articleOfKeys, newsroomIn, startNewsroom } from "../../support/newsroom.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";
import { downloadArchive, type Keys, signature, stateOf } from "../../support/site.ts";

const HOUR_MS = 3_600_000;
const clock = testClock();
let { appliance } = await startNewsroom({ clock });
let project: ProjectWithSecret;
/** The site's keys: it verifies and signs with them. */
let keys: Keys;
let site: Receiver;

afterAll(() => appliance.close());
beforeEach(async () => {
  project = await appliance.createProject();
  keys = { api_key: project.api_key, api_secret: project.api_secret };
  site = await startReceiver(keys);
  onTestFinished(site.close);
});
async function restart() {
  await appliance.close();
  appliance = await startAppliance({ clock, dataDir: appliance.dataDir });
}

const rotate = (overlap_hours?: number) =>
  appliance.console<ProjectWithSecret>("POST", `/projects/${project.id}/rotate-secret`, { overlap_hours });
const shown = () => appliance.console<ProjectView>("GET", `/projects/${project.id}`);
const deploy = ({ api_secret }: ProjectWithSecret) => {
  keys.api_secret = api_secret;
};
const open = (by: Keys = keys) => articleOfKeys(appliance, by, "m", site.callbackUrl);

/** Saves in a tab that was opened earlier; resolves after the first attempt. */
const attempt = async (tab: Article) => tab.deliver("Text", { base_version: (await tab.load()).current_version });
const save = async (tab: Article) => expect(await attempt(tab)).toMatchObject({ state: "delivered" });

/** Index of the secret that signed the last callback. */
function signedWith(...secrets: string[]): number {
  const { body, headers } = site.callbacks.at(-1) ?? expect.fail("No callback came.");
  return secrets.findIndex(
    (secret) => headers["x-service-signature"] === signature(secret, body.material_id, body.content_url),
  );
}

it("signs callbacks with the former secret until the site first signs with the new one", async () => {
  const tab = await open();
  const rotated = await rotate();
  expect(rotated).toMatchObject({ previous_secret_signs: true });
  await save(tab);
  expect(signedWith(project.api_secret, rotated.api_secret)).toBe(0);

  deploy(rotated);
  await open();
  expect(await shown()).toMatchObject({ previous_secret_signs: false, previous_secret_expires_at: expect.any(String) });
  await save(tab);
  expect(signedWith(project.api_secret, rotated.api_secret)).toBe(1);
});

it("accepts both secrets, and signs with the new one even after a request with the former", async () => {
  const tab = await open();
  await save(tab);
  const rotated = await rotate();
  const { body } = site.callbacks.at(-1) ?? expect.fail("No callback came.");
  for (const { api_secret } of [project, rotated]) {
    const response = await downloadArchive({ ...project, api_secret }, body.content_url, body.material_id);
    expect(response.status).toBe(200);
    await response.arrayBuffer();
  }
  deploy(rotated);
  await open(project);
  await save(tab);
  expect(signedWith(project.api_secret, rotated.api_secret)).toBe(1);
});

it("remembers the site's secret after a restart", async () => {
  await open();
  const rotated = await rotate();
  await restart();
  await save(await open());
  expect(signedWith(project.api_secret, rotated.api_secret)).toBe(0);
  deploy(rotated);
  await open();
  await restart();
  await save(await open());
  expect(signedWith(project.api_secret, rotated.api_secret)).toBe(1);
});

it("signs with the oldest of several replaced secrets until the site signs with a later one", async () => {
  const tab = await open();
  const [second, third, fourth] = [await rotate(), await rotate(), await rotate()];
  const all = [project, second, third, fourth].map(({ api_secret }) => api_secret);
  await save(tab);
  expect(signedWith(...all)).toBe(0);
  for (const [index, next] of [third, fourth].entries()) {
    deploy(next);
    await open();
    await save(tab);
    expect(signedWith(...all)).toBe(index + 2);
  }
});

it("signs with the new secret after the overlap, so that a retried callback is delivered", async () => {
  const tab = await open();
  // 3.6 s; the second attempt follows after at least 4 s.
  const rotated = await rotate(0.001);
  // The new secret is deployed before the first open, and the receiver responds as documented: 403 without rc.
  deploy(rotated);
  const refused = await attempt(tab);
  expect(refused).toMatchObject({ state: "pending", code: "http_status" });
  clock.advance(Date.parse(refused.next_attempt_at ?? "") - clock.now());
  await deliveryIs(appliance, refused.id, ({ state }) => state === "delivered");
  expect(signedWith(project.api_secret, rotated.api_secret)).toBe(1);
  await expect(open(project)).rejects.toThrow("403");
  expect(await shown()).toMatchObject({ previous_secret_signs: false, previous_secret_expires_at: null });
});

it("accepts the former secret until the overlap ends, and with an overlap of 0 hours no earlier one", async () => {
  const tab = await open();
  const second = await rotate(3);
  clock.advance(3 * HOUR_MS - 1);
  await open(project);
  clock.advance(1);
  await expect(open(project)).rejects.toThrow("403");
  await rotate(24);
  const fourth = await rotate(0);
  await expect(open(project)).rejects.toThrow("403");
  await expect(open(second)).rejects.toThrow("403");
  deploy(fourth);
  await save(tab);
  expect(signedWith(project.api_secret, second.api_secret, fourth.api_secret)).toBe(2);
});

const sign = (given?: string, url = CALLBACK_URL) =>
  appliance.console<SigningView>("POST", `/projects/${project.id}/sign`, { material_id: MATERIAL_ID, url, given });
const by = ({ api_secret }: { api_secret: string }) => signature(api_secret, MATERIAL_ID, CALLBACK_URL);
const endOld = () => appliance.console<ProjectView>("POST", `/projects/${project.id}/end-old-secret`);

it("shows the signed text and the signature by each accepted secret", async () => {
  const { secret_hint: hint } = project;
  expect(await sign()).toEqual({
    text: `${MATERIAL_ID}:${CALLBACK_URL}`,
    signatures: [{ secret: "current", hint, signature: by(project), accepted_until: null, signs_callbacks: true }],
    check: null,
  });
  const rotated = await rotate(2);
  const { signatures } = await sign();
  expect(signatures).toMatchObject([
    { secret: "current", signature: by(rotated), signs_callbacks: false },
    {
      secret: "former",
      signature: by(project),
      signs_callbacks: true,
      accepted_until: expect.stringContaining(new Date(clock.now() + 2 * HOUR_MS).toISOString().slice(0, -1)),
    },
  ]);
});

it("names the secret of a pasted signature, or diagnoses it", async () => {
  expect((await sign(by(project))).check).toEqual({ right: true, secret: "current", diagnosis: "" });
  await rotate(1);
  expect((await sign(by(project))).check).toEqual({ right: true, secret: "former", diagnosis: "" });
  clock.advance(HOUR_MS);
  expect((await sign(by(project))).check).toMatchObject({
    right: false,
    secret: null,
    diagnosis: "It looks as if it was made with the previous secret, which is no longer accepted.",
  });
  expect((await sign(signature(project.api_key, MATERIAL_ID, CALLBACK_URL))).check?.diagnosis).toContain(
    "made with the API key in place of the secret",
  );
});

it("diagnoses the signature of a download", async () => {
  const url = `${appliance.url}/integration/download/media/a/b`;
  const query = `?api_key=${project.api_key}&material_id=${MATERIAL_ID}`;
  const { check } = await sign(signature(project.api_secret, MATERIAL_ID, url + query), url);
  expect(check?.diagnosis).toBe("It looks as if it covers the content_url with the query.");
});

it("ends the old secret immediately, so that the current one signs callbacks", async () => {
  const rotated = await rotate(24);
  expect(await endOld()).toMatchObject({ previous_secret_expires_at: null, previous_secret_signs: false });
  await expect(open(project)).rejects.toThrow("403");
  await open(rotated);
  await expect(endOld()).rejects.toThrow("409");
});

it("writes no secret and no signature to the audit log", async () => {
  const rotated = await rotate(24);
  await endOld();
  await sign(project.api_secret);
  await appliance.console("POST", `/projects/${project.id}/reveal-secret`);
  const entries = await appliance.audit();
  expect(entries.filter(({ subject }) => subject === project.id)).toHaveLength(5);
  expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${project.api_secret}|${rotated.api_secret}|${by(rotated)}`));
});

it("lists each project with its last use and number of undelivered articles", async () => {
  const { project, site, article } = await newsroomIn(appliance);
  const row = async () => (await appliance.list<ProjectRow>("/projects")).find(({ id }) => id === project.id);
  expect(await row()).toMatchObject({ last_activity_at: null, undelivered: 0 });
  site.respond = () => ({ rc: 0, rm: "Locked" });
  await (await article("one")).deliver();
  const last_activity_at = expect.stringContaining(new Date(clock.now()).toISOString().slice(0, -1));
  expect(await row()).toMatchObject({ undelivered: 1, last_activity_at });
});

it("applies embed hosts and loading from the next save, and rejects invalid hosts", async () => {
  const { project, article } = await newsroomIn(appliance);
  const set = (settings: object) => appliance.console("PATCH", `/projects/${project.id}`, { settings });
  const invalid = ["*.example.org", "http://charts.example.org", "user@charts.example.org", "a.example/?x", "a.b 9px"];
  for (const host of invalid) await expect(set({ embed_hosts: [host] }), host).rejects.toThrow(/422/);
  await expect(set({ embed_hosts: Array.from({ length: 101 }, (_, n) => `h${n}.example`) })).rejects.toThrow(/422/);

  const { publish, load } = await article("m");
  const embed = { type: "embed", attrs: { href: "https://charts.example.org/embed/7", title: "Ships" } };
  const card = '<a class="galley-card" href="https://charts.example.org/embed/7"';
  expect((await publish(stateOf(embed))).html).toContain(card);

  await set({ embed_hosts: [" https://Charts.example.org/embed 420px "], embed_loading: "at_once" });
  expect((await load()).embeds).toEqual({
    loading: "at_once",
    hosts: [{ host: "charts.example.org", path: "/embed", shape: "420px" }],
  });
  const frame = 'style="height:420px" src="https://charts.example.org/embed/7" sandbox=';
  expect((await publish(stateOf(embed))).html).toContain(frame);
});
