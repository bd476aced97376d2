import { expect, it } from "vitest";
import type { People, SavedVersion } from "../../../../server/contracts/editor-api.ts";
import { deliverySettles } from "../../../support/deliveries.ts";
import { articleIn, startNewsroom } from "../../../support/newsroom.ts";
import { editorOf, type OpenedSession } from "../../../support/site.ts";

const { appliance, site, open: openWith } = await startNewsroom();

const open = (materialId: string, metadata?: Record<string, unknown>) =>
  openWith(materialId, metadata === undefined ? {} : { metadata });

const load = (session: OpenedSession) => articleIn(appliance, session).load();

/** Saves under the name that a browser remembers; the name in the callback. */
async function save(session: OpenedSession, user_email: string | null): Promise<unknown> {
  const { deliver } = articleIn(appliance, session);
  await deliver("Words", { user_email, base_version: (await load(session)).current_version });
  return site.callbacks.at(-1)?.body.metadata.user_email;
}

it("the name of the open is everywhere that of who writes", async () => {
  const session = await open("named", { user_email: "Анна Иванова" });
  expect(session.url).toMatch(/^[\x21-\x7e]+$/);
  expect(await load(session)).toMatchObject({ user_email: "Анна Иванова", user_email_fixed: true });
  expect(await save(session, "somebody@example.org")).toBe("Анна Иванова");
  const restored = await editorOf(session)("POST", "/versions/1/restore", {
    save_id: "r",
    base_version: 1,
    user_email: "somebody@example.org",
  });
  await deliverySettles(appliance, ((await restored.json()) as SavedVersion).delivery_id);
  expect(site.callbacks.at(-1)?.body.metadata.user_email).toBe("Анна Иванова");
  const here = await editorOf(session)("PUT", "/presence/tab", { author: "somebody@example.org", wants: "edit" });
  expect(((await here.json()) as People).people).toMatchObject([{ author: "Анна Иванова" }]);
});

it("stays with its own opening when somebody else opens the article", async () => {
  const ida = await open("two", { user_email: "ida@example.org" });
  const otto = await open("two", { user_email: "otto@example.org" });
  expect([(await load(ida)).user_email, (await load(otto)).user_email]).toEqual([
    "ida@example.org",
    "otto@example.org",
  ]);
  expect(await save(ida, null)).toBe("ida@example.org");
  expect(await save(otto, "ida@example.org")).toBe("otto@example.org");
});

it("outlives the renewal of the login", async () => {
  const session = await open("renewed", { user_email: "ida@example.org" });
  const renewal = await editorOf(session)("POST", "/login");
  const token = /galley_editor=([^;]+)/.exec(renewal.headers.get("set-cookie") ?? "")?.[1] ?? "";
  const renewed = { ...session, url: `${session.url.split("#")[0]}#t=${token}` };
  expect(await load(renewed)).toMatchObject({ user_email: "ida@example.org", user_email_fixed: true });
});

it("an open that names nobody leaves the name to the page", async () => {
  for (const metadata of [undefined, {}, { user_email: "" }, { user_email: 7 }]) {
    const session = await open(`free ${JSON.stringify(metadata)}`, metadata);
    expect((await load(session)).user_email_fixed).toBe(false);
    expect(await save(session, "typed@example.org")).toBe("typed@example.org");
  }
});

it("a token whose name was changed lets nobody in", async () => {
  const session = await open("forged", { user_email: "ida@example.org" });
  const otto = Buffer.from("otto@example.org").toString("base64url");
  for (const url of [session.url.replace(/-[^-]+$/, `-${otto}`), session.url.replace(/-[^-]+$/, "")])
    expect((await editorOf({ ...session, url })("GET", "/")).status).toBe(401);
});

it("the longest name that counts still lets its writer in", async () => {
  const session = await open("long", { user_email: `${"Ы".repeat(400)}@example.org` });
  const [, token = ""] = session.url.split("#t=");
  const login = await fetch(`${appliance.url}/editor/api/sessions/${session.session_id}/login`, {
    method: "POST",
    body: JSON.stringify({ token }),
  });
  expect([login.status, login.headers.get("set-cookie")]).toEqual([200, expect.stringContaining(token)]);
  expect((await load(session)).user_email).toBe("Ы".repeat(320));
});
