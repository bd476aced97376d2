import { describe, expect, it } from "vitest";
import type { DeliveryRow } from "../../../server/contracts/deliveries-api.ts";
import { isSecretName, maskMembers, maskText, maskUrls, secretsIn, spellings } from "../../../server/core/masking.ts";
import { keptLog } from "../../support/appliance.ts";
import { zipTexts } from "../../support/archives.ts";
import { deliverySettles } from "../../support/deliveries.ts";
import { changeIn, startNewsroom } from "../../support/newsroom.ts";
import { signature } from "../../support/site.ts";

describe("isSecretName", () => {
  it.each([
    ...["password", "webhook_basic_auth_password", "passwd", "PWD", "userPwd", "pass", "passphrase", "db-pass"],
    ...["secret", "clientSecret", "CLIENT_SECRET", "token", "accessTokens", "timeLimitedAuthToken", "x-csrf-token"],
    ...["api_key", "apiKey", "APIKEY", "X-Api-Key", "access_key", "AWSAccessKeyId", "private_key", "key", "siteKeys"],
    ...["webhook_auth_user", "auth", "oauth", "Authorization", "bearer", "Cookie", "sessionId", "PHPSESSID"],
    ...["credentials", "db.credential", "signature", "sig", "hmac", "jwt", "otp", "wpnonce", "private"],
    "ｐａｓｓｗｏｒｄ",
  ])("is true for %s", (name) => expect(isSecretName(name)).toBe(true));

  it.each([
    ...["keywords", "keyword", "monkey", "keyboard", "app_keywords", "author", "co_authors", "authorName", "authority"],
    ...["secretary", "compass", "bypass_cache", "passage", "version", "user_email", "user_ip", "editor_user_id"],
    ...["section_id", "customContainers", "sessionized", "public_key", "meta_key", "turkey", "design", "assignee"],
    ...["title", "announce", "10", "", "пароль", "event", "material_id", "content_url", "session", "signed_by"],
  ])("is false for %s", (name) => expect(isSecretName(name)).toBe(false));
});

describe("maskMembers", () => {
  it("masks objects, arrays and texts at any depth, but not booleans and empty values", () => {
    const left = { auth: true, password: "", key: null, keywords: ["k"] };
    const given = {
      a: { b: [{ clientSecret: "x", n: 1 }] },
      credentials: { user: "u", list: [1] },
      token: 123456,
      ...left,
    };
    const masked = { a: { b: [{ clientSecret: "•••", n: 1 }] }, credentials: "•••", token: "•••", ...left };
    expect(JSON.parse(maskMembers(JSON.stringify(given)))).toEqual(masked);
  });

  it("masks truncated JSON and escaped names", () => {
    expect(maskMembers('{"pass\\u0077ord" : "secret", "token":"cut of')).toBe(
      '{"pass\\u0077ord" : "•••", "token":"•••"',
    );
  });
});

it("masks only parameters and passwords in URLs", () => {
  expect(maskUrls("https://u:p@cms.example/cb?id=7&token=abc&api_key=k%20k#access_token=x&page=2")).toBe(
    "https://•••@cms.example/cb?id=7&token=•••&api_key=•••#access_token=•••&page=2",
  );
  expect(maskUrls('<a href="/?a=1&amp;sig=99">mail a@b.example</a>')).toBe(
    '<a href="/?a=1&amp;sig=•••">mail a@b.example</a>',
  );
});

it("masks secrets in every form in which a response may repeat them, except short ones", () => {
  const [secret] = secretsIn('{"a":{"password":"grün/wege \\"7\\""},"pwd":"12345","token":null}');
  expect(secret).toBe('grün/wege "7"');
  const all = spellings([secret ?? "", "12345"]);
  const php = '{"said":"gr\\u00fcn\\/wege \\"7\\""}';
  expect([php, JSON.stringify({ said: secret }), `x${secret}x`].map((each) => maskText(each, all))).toEqual([
    '{"said":"•••"}',
    '{"said":"•••"}',
    "x•••x",
  ]);
  expect(maskText("12345", all)).toBe("12345");
});

describe("over HTTP", async () => {
  const SECRETS = {
    webhook_auth_user: "robot-of-the-site",
    webhook_auth_password: "s3cret/pässword",
    webhook_basic_auth_password: "another-s3cret",
    cms: { apiKey: "ak-0123456789", nested: [{ "access-token": "at-0123456789" }] },
    SESSION_ID: "sess-0123456789",
  };
  const HIDDEN = [
    ...["robot-of-the-site", "s3cret", "ak-0123456789", "at-0123456789", "sess-0123456789", "url-0123456789"],
    Buffer.from("robot-of-the-site:s3cret/pässword").toString("base64"),
  ];
  const log = keptLog();
  const { appliance, project, site, article } = await startNewsroom({ log });

  const getBytes = async (path: string) => {
    const response = await appliance.request("GET", path);
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  };
  const get = async (path: string) => (await getBytes(path)).toString("utf8");

  it("shows no secret on a screen, in a list, a log or a download, but sends all to the site", async () => {
    const callbackUrl = `${site.callbackUrl}?token=url-0123456789&site=7`;
    site.respond = ({ text, headers }, res) => {
      // A receiver in debug mode returns everything it received.
      res.setHeader("X-Auth-Token", "url-0123456789").setHeader("Location", callbackUrl);
      return { rc: 0, rm: `Refused: ${text} ${JSON.stringify(headers)}`, ...JSON.parse(text).metadata };
    };
    const metadata = { ...SECRETS, section_id: 4 };
    const { session, editor, save } = await article("masked", { callback_url: callbackUrl, metadata });
    const saved = await save("Hi");
    await deliverySettles(appliance, saved.delivery_id);
    const sent = site.callbacks[0];
    expect(sent?.body.metadata).toMatchObject(SECRETS);
    expect(sent?.headers.authorization).toBe(`Basic ${HIDDEN.at(-1)}`);

    // A request with a wrong signature, whose URL is stored for the admin.
    await fetch(`${appliance.url}/integration/session/open`, {
      method: "POST",
      headers: { "x-service-signature": signature("wrong", "masked", callbackUrl) },
      body: JSON.stringify({ api_key: project.api_key, material_id: "masked", callback_url: callbackUrl }),
    });
    const { items } = JSON.parse(await get("/deliveries")) as { items: DeliveryRow[] };
    const archive = await editor("GET", "/versions/1/archive");
    const shown = {
      session: await get(`/sessions/${session.session_id}`),
      sessions: await get("/sessions"),
      version: await get(`/versions/${saved.version_id}`),
      deliveries: JSON.stringify(items),
      delivery: await get(`/deliveries/${saved.delivery_id}`),
      wrong: await get(`/projects/${project.id}/wrong-signatures`),
      recipients: await get(`/projects/${project.id}/fonts/recipients`),
      audit: await get("/audit"),
      editor: await (await editor("GET", "/")).text(),
      archive: [...(await zipTexts(Buffer.from(await archive.arrayBuffer())))].join("\n"),
      "the console's archive": [...(await zipTexts(await getBytes(`/versions/${saved.version_id}/archive`)))].join(
        "\n",
      ),
      log: log.lines.join("\n"),
    };
    for (const [where, text] of Object.entries(shown))
      for (const secret of HIDDEN) expect(text.includes(secret), `${secret} in ${where}`).toBe(false);
    expect(shown.session).toContain('"section_id":4');
    expect(shown.session).toContain("?token=•••&site=7");
    expect(shown.delivery).toContain("•••");
    expect(shown.archive).toContain('"section_id":4');
  });

  it("masks secrets that earlier versions stored unmasked", async () => {
    const { items } = JSON.parse(await get("/deliveries")) as { items: DeliveryRow[] };
    changeIn(
      appliance.dataDir,
      "UPDATE attempts SET request = json_set(request, '$.body', ?, '$.url', ?)",
      '{"metadata":{"webhook_basic_auth_password":"of-before"',
      "http://localhost/cb?apikey=of-before",
    );
    const shown = await get(`/deliveries/${items[0]?.id}`);
    expect(shown).toContain("webhook_basic_auth_password");
    expect(shown).not.toContain("of-before");
  });
});
