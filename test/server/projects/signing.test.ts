/** `POST /projects/:id/sign`, rotation with an overlap, and the end of the old secret. */
import { beforeEach, expect, it } from "vitest";
import type { Page } from "../../../server/contracts/console-api.ts";
import type { AuditRow } from "../../../server/contracts/logs-api.ts";
import type { ProjectView, ProjectWithSecret, SigningView } from "../../../server/contracts/projects-api.ts";
import { testClock } from "../../support/appliance.ts";
import { CALLBACK_URL, MATERIAL_ID, openRequest, postOpen } from "../../support/integration.ts";
import { startNewsroom } from "../../support/newsroom.ts";
import { signature } from "../../support/site.ts";

const HOUR_MS = 3_600_000;

const clock = testClock();
const { appliance } = await startNewsroom({ clock });
let project: ProjectWithSecret;
beforeEach(async () => {
  project = await appliance.createProject();
});

const sign = (given?: string) =>
  appliance.console<SigningView>("POST", `/projects/${project.id}/sign`, {
    material_id: MATERIAL_ID,
    url: CALLBACK_URL,
    given,
  });
const rotate = (overlap_hours: number) =>
  appliance.console<ProjectWithSecret>("POST", `/projects/${project.id}/rotate-secret`, { overlap_hours });
const endOld = () => appliance.console<ProjectView>("POST", `/projects/${project.id}/end-old-secret`);
const opensWith = async (api_secret: string) => {
  const { body, signature } = openRequest({ ...project, api_secret });
  return (await postOpen(appliance.url, body, signature)).status;
};
const by = ({ api_secret }: { api_secret: string }) => signature(api_secret, MATERIAL_ID, CALLBACK_URL);

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
  const { check } = await appliance.console<SigningView>("POST", `/projects/${project.id}/sign`, {
    material_id: MATERIAL_ID,
    url,
    given: signature(project.api_secret, MATERIAL_ID, url + query),
  });
  expect(check?.diagnosis).toBe("It looks as if it covers the content_url with the query.");
});

it("ends the old secret immediately, so that the current one signs callbacks", async () => {
  const rotated = await rotate(24);
  expect(await endOld()).toMatchObject({ previous_secret_expires_at: null, previous_secret_signs: false });
  expect(await opensWith(project.api_secret)).toBe(403);
  expect(await opensWith(rotated.api_secret)).toBe(200);
  await expect(endOld()).rejects.toThrow("409");
});

it("writes no secret and no signature to the audit log", async () => {
  const rotated = await rotate(24);
  await endOld();
  await sign(project.api_secret);
  await appliance.console("POST", `/projects/${project.id}/reveal-secret`);
  const { items } = await appliance.console<Page<AuditRow>>("GET", "/audit");
  expect(items.filter(({ subject }) => subject === project.id)).toHaveLength(5);
  expect(JSON.stringify(items)).not.toMatch(new RegExp(`${project.api_secret}|${rotated.api_secret}|${by(rotated)}`));
});
