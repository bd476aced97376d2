import { describe, expect, it } from "vitest";
import type { People, SavedVersion } from "../../../../server/contracts/editor-api.ts";
import { testClock } from "../../../support/appliance.ts";
import { deliverySettles } from "../../../support/deliveries.ts";
import { articleIn, articleOfKeys, startNewsroom } from "../../../support/newsroom.ts";
import { articleOf, editorOf, type OpenedSession } from "../../../support/site.ts";

const HOUR = 3_600_000;
const clock = testClock();
const { appliance, site, open, article } = await startNewsroom({ clock });

const apiOf = (session: OpenedSession) => `${appliance.url}/editor/api/sessions/${session.session_id}`;
const tokenOf = (session: OpenedSession) => session.url.split("#t=")[1] ?? "";
const logIn = (session: OpenedSession, token = tokenOf(session)) =>
  fetch(`${apiOf(session)}/login`, { method: "POST", body: JSON.stringify({ token }) });
const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(";")[0] ?? "";

it("exchanges the token for a cookie that is valid only for this session's API", async () => {
  const session = await open("cookie");
  const response = await logIn(session);
  const [cookie = ""] = response.headers.getSetCookie();
  expect(cookie).toContain(`Path=/editor/api/sessions/${session.session_id}`);
  expect(cookie).toMatch(/HttpOnly/);
  expect(cookie).toMatch(/SameSite=Strict/);
  expect((await fetch(apiOf(session), { headers: { cookie: cookieOf(response) } })).status).toBe(200);
  const other = await open("another");
  expect((await fetch(apiOf(other), { headers: { cookie: cookieOf(response) } })).status).toBe(401);
});

it.each<[string, (session: OpenedSession) => string]>([
  ["a forged token", () => `zzzzzz-${"A".repeat(43)}`],
  ["a token with a changed expiry", (session) => tokenOf(session).replace(/^[^-]+/, "zzzzzz")],
  ["an empty token", () => ""],
  ["a preview's token", (session) => session.previewUrl?.split("/").at(-2) ?? "none"],
])("refuses %s", async (_, forge) => {
  const { session, post } = await article("forged");
  await post("The first case saves a version, which gives the session a preview.");
  expect((await logIn(session, forge(await open("forged")))).status).toBe(401);
});

it("returns the same error for an unknown session", async () => {
  const missing = await fetch(`${appliance.url}/editor/api/sessions/00000000-0000-4000-8000-000000000000`);
  expect([missing.status, await missing.json()]).toMatchObject([401, { code: "articles.login_over" }]);
});

it("returns 401 on every route without a login", async () => {
  const api = apiOf(await open("closed"));
  const routes = {
    GET: "/ /draft/a /site-copy /comments /media/a.png /steps /snippets /snippets/a/files/a.png /events /versions",
    POST: "/comments /comments/a/replies /media /media/fetch /media/embed /media/copy /room /steps /snippets /versions",
    PUT: "/draft /comment-anchors /room /caret/a /presence/a",
    PATCH: "/comments/a /snippets/a",
    DELETE: "/draft/a /comments/a /snippets/a /presence/a",
  };
  const numbered = ["GET /versions/1", "GET /versions/1/archive", "POST /versions/1/restore", "POST /versions/1/retry"];
  const fonts = ["GET /fonts/vms_fonts.css", "GET /fonts/a.woff2", "POST /snippets/a/insert", "POST /login"];
  const listed = Object.entries(routes).flatMap(([method, paths]) =>
    paths.split(" ").map((path) => `${method} ${path}`),
  );
  for (const route of [...listed, ...numbered, ...fonts]) {
    const [method = "", path = ""] = route.split(" ");
    expect([route, (await fetch(api + path, { method })).status]).toEqual([route, 401]);
  }
});

it("expires, unless an open editor renews it", async () => {
  const session = await open("expiry");
  const first = cookieOf(await logIn(session));
  clock.advance(23 * HOUR);
  const renewed = await fetch(`${apiOf(session)}/login`, { method: "POST", headers: { cookie: first } });
  expect(renewed.status).toBe(200);
  clock.advance(2 * HOUR);
  expect((await fetch(apiOf(session), { headers: { cookie: first } })).status).toBe(401);
  expect((await fetch(apiOf(session), { headers: { cookie: cookieOf(renewed) } })).status).toBe(200);
});

it("ends when the key is disabled", async () => {
  const disabled = await appliance.createProject();
  const { session } = await articleOfKeys(appliance, disabled, "m", site.callbackUrl);
  await appliance.console("PATCH", `/projects/${disabled.id}`, { enabled: false });
  expect((await editorOf(session)("GET", "")).status).toBe(401);
});

describe("a page of another site", () => {
  it.each<[string, Record<string, string>]>([
    ["Origin", { origin: "https://evil.test" }],
    ["Sec-Fetch-Site", { "sec-fetch-site": "cross-site" }],
    ["an opaque Origin", { origin: "null" }],
  ])("cannot use the cookie, by %s", async (_, headers) => {
    const session = await open("csrf");
    const cookie = cookieOf(await logIn(session));
    const response = await fetch(`${apiOf(session)}/draft`, {
      method: "PUT",
      headers: { cookie, ...headers },
      body: JSON.stringify({ client_id: "x", vms_json: articleOf("x"), base_version: null }),
    });
    expect(response.status).toBe(403);
  });
});

describe("the author named in the open", () => {
  const openAs = (materialId: string, user_email: unknown) => open(materialId, { metadata: { user_email } });
  const load = (session: OpenedSession) => articleIn(appliance, session).load();
  /** Saves with the name that a browser remembers. Returns the name in the callback. */
  const save = async (session: OpenedSession, user_email: string | null): Promise<unknown> => {
    const { deliver } = articleIn(appliance, session);
    await deliver("Words", { user_email, base_version: (await load(session)).current_version });
    return site.callbacks.at(-1)?.body.metadata.user_email;
  };

  it("overrides the name that the browser sends", async () => {
    const session = await openAs("named", "Анна Иванова");
    expect(session.url).toMatch(/^[\x21-\x7e]+$/);
    expect(await load(session)).toMatchObject({ user_email: "Анна Иванова", user_email_fixed: true });
    expect(await save(session, "other@example.org")).toBe("Анна Иванова");
    const restore = { save_id: "r", base_version: 1, user_email: "other@example.org" };
    const restored = await editorOf(session)("POST", "/versions/1/restore", restore);
    await deliverySettles(appliance, ((await restored.json()) as SavedVersion).delivery_id);
    expect(site.callbacks.at(-1)?.body.metadata.user_email).toBe("Анна Иванова");
    const here = await editorOf(session)("PUT", "/presence/tab", { author: "other@example.org", mode: "editing" });
    expect(((await here.json()) as People).people).toMatchObject([{ author: "Анна Иванова" }]);
  });

  it("applies only to its own open when another author opens the article", async () => {
    const ida = await openAs("two", "ida@example.org");
    const otto = await openAs("two", "otto@example.org");
    expect((await load(ida)).user_email).toBe("ida@example.org");
    expect((await load(otto)).user_email).toBe("otto@example.org");
    expect(await save(ida, null)).toBe("ida@example.org");
    expect(await save(otto, "ida@example.org")).toBe("otto@example.org");
  });

  it("survives a renewal of the login", async () => {
    const session = await openAs("renewed", "ida@example.org");
    const renewal = await editorOf(session)("POST", "/login");
    const token = /galley_editor=([^;]+)/.exec(renewal.headers.get("set-cookie") ?? "")?.[1] ?? "";
    const renewed = { ...session, url: `${session.url.split("#")[0]}#t=${token}` };
    expect(await load(renewed)).toMatchObject({ user_email: "ida@example.org", user_email_fixed: true });
  });

  it("is optional: without it, the journalist's own entry is used", async () => {
    for (const metadata of [null, {}, { user_email: "" }, { user_email: 7 }]) {
      const session = await open(`free ${JSON.stringify(metadata)}`, { metadata });
      expect((await load(session)).user_email_fixed).toBe(false);
      expect(await save(session, "typed@example.org")).toBe("typed@example.org");
    }
  });

  it("invalidates the token if it was changed", async () => {
    const session = await openAs("forged", "ida@example.org");
    const otto = Buffer.from("otto@example.org").toString("base64url");
    for (const url of [session.url.replace(/-[^-]+$/, `-${otto}`), session.url.replace(/-[^-]+$/, "")])
      expect((await editorOf({ ...session, url })("GET", "/")).status).toBe(401);
  });

  it("is truncated to 320 characters", async () => {
    const session = await openAs("long", `${"Ы".repeat(400)}@example.org`);
    const login = await logIn(session);
    expect([login.status, login.headers.get("set-cookie")]).toEqual([200, expect.stringContaining(tokenOf(session))]);
    expect((await load(session)).user_email).toBe("Ы".repeat(320));
  });
});

it("returns 429 to an IP address that guesses tokens, and still accepts a right token", async () => {
  const session = await open("guessing");
  let last = 0;
  for (let guess = 0; guess <= 60; guess++) last = (await logIn(session, `zzzzzz-${"B".repeat(43)}`)).status;
  expect(last).toBe(429);
  // Repeatedly, because clients keep the URL.
  expect([(await logIn(session)).status, (await logIn(session)).status]).toEqual([200, 200]);
});
