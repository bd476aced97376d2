import { beforeEach, describe, expect, it } from "vitest";
import type { DeliveryDetail, DeliveryRow } from "../../../server/contracts/deliveries-api.ts";
import type { HostCheck } from "../../../server/contracts/projects-api.ts";
import type { SessionDetail } from "../../../server/contracts/sessions-api.ts";
import { eventually } from "../../support/eventually.ts";
import { openRequest, postOpen } from "../../support/integration.ts";
import { resolving } from "../../support/network.ts";
import { articleIn, changeIn, type Newsroom, newsroomIn, startNewsroom } from "../../support/newsroom.ts";
import { signature } from "../../support/site.ts";

const PUBLIC_URL = "http://127.0.0.1:1/galley";

const NAMES: Record<string, string[]> = {
  "cms.example.org": ["93.184.216.34"],
  "intern.example.org": ["10.1.2.3", "93.184.216.35"],
  "metadata.example.org": ["169.254.169.254"],
  "desk.example.net": ["192.168.7.7"],
};
const asked: string[] = [];
const resolve = resolving((name) => {
  asked.push(name);
  return NAMES[name] ?? null;
});

const { appliance } = await startNewsroom({ args: ["--public-url", PUBLIC_URL], resolve });
let { site, project, open } = {} as Newsroom;
beforeEach(async () => {
  const body = { environment: "prod", allowed_hosts: ["127.0.0.1", "site.example:8443"] };
  ({ site, project, open } = await newsroomIn(appliance, body));
});

/** Sends an open with the project's key and a given signature. */
async function openWith(material_id: string, callback_url: string, given: unknown) {
  const response = await postOpen(
    appliance.url,
    { api_key: project.api_key, material_id, callback_url },
    String(given),
  );
  return { status: response.status, detail: ((await response.json()) as { detail?: string }).detail };
}

const signedOpen = (callbackUrl: string) => openWith("m", callbackUrl, signature(project.api_secret, "m", callbackUrl));

async function saveOne(materialId: string) {
  const session = await open(materialId);
  // The public URL is not reachable in this test.
  const { save } = articleIn(appliance, { ...session, url: session.url.replace(PUBLIC_URL, appliance.url) });
  await save();
  return { session, save, callback: await site.received(1) };
}

const ARCHIVE = {
  status: 403,
  detail: "The callback_url is the URL of an archive of this service. Use the URL of the site's own receiver.",
};

describe("the URL of an archive as callback_url", () => {
  it("does not open the editor with the signature of an intercepted callback", async () => {
    const { callback } = await saveOne("m");
    const given = callback.headers["x-service-signature"];
    expect(await openWith("m", callback.body.content_url, given)).toEqual(ARCHIVE);
  });

  it("does not open it if the material id contains the beginning of a URL", async () => {
    const { callback } = await saveOne("news:http://127.0.0.1/5");
    const shifted = `http://127.0.0.1/5:${callback.body.content_url}`;
    expect(await openWith("news", shifted, callback.headers["x-service-signature"])).toEqual(ARCHIVE);
  });

  const ids = "0a4ff2d1-6f0e-4a55-9c36-1f2b3c4d5e6f/7c9e6679-7425-40de-944b-e07fc1f90ae7";
  it.each([
    `${PUBLIC_URL}/integration/download/media/${ids}`,
    `${PUBLIC_URL}/integration/download/fonts/${ids}`,
    `HTTP://127.0.0.1:1/galley/integration/download/media/${ids}`,
    `http://127.0.0.1/INTEGRATION/Download/media/${ids}`,
    `http://127.0.0.1/integration/download/media/${ids}/?api_key=k#f`,
    `http://127.0.0.1/integration/%64ownload/media/${ids}`,
    `http://127.0.0.1/integration%2Fdownload%2fmedia/${ids}`,
    `http://127.0.0.1/integration%252Fdownload%252fmedia%252F${ids}`,
    `http://127.0.0.1/integration//download/./media/x/../${ids}`,
    `http://127.0.0.1/x/..\\integration\\download\\media\\${ids}`,
    `http://127.0.0.1/integration/down\tload/media/${ids}`,
    `http://0x7f.1:80/integration/download/media/${ids}`,
    `http://127.0.0.1/cb?to=http://127.0.0.1:1/galley/integration/download/media/${ids}`,
  ])("is rejected in any spelling: %s", async (url) => expect(await signedOpen(url)).toEqual(ARCHIVE));

  it.each(["http://127.0.0.1/integration/download", "http://127.0.0.1/download/media/1", "http://127.0.0.1/%zz%E0%A4"])(
    "is not detected in %s",
    async (url) => expect((await signedOpen(url)).status).toBe(200),
  );
});

describe("credentials in a callback_url", () => {
  it.each(["http://anna:secret-word@127.0.0.1/cb", "http://anna@127.0.0.1/cb", "http://:secret-word@127.0.0.1/cb"])(
    "are rejected: %s",
    async (url) => {
      const { status, detail } = await signedOpen(url);
      expect(status).toBe(403);
      expect(detail).toContain("metadata.webhook_auth_user");
      expect(detail).not.toContain("secret-word");
    },
  );

  it("are masked in the list of wrong signatures", async () => {
    await openWith("m", "http://anna:secret-word@127.0.0.1/cb", "0".repeat(64));
    const list = await appliance.console("GET", `/projects/${project.id}/wrong-signatures`);
    expect(JSON.stringify(list)).toContain("•••@127.0.0.1/cb");
    expect(JSON.stringify(list)).not.toMatch(/anna|secret-word/);
  });

  it("of a session stored by an earlier Galley are neither sent nor shown", async () => {
    const { session, save } = await saveOne("m");
    const before = site.callbackUrl.replace("//", "//anna:secret-word@");
    changeIn(appliance.dataDir, "UPDATE sessions SET callback_url = ? WHERE id = ?", before, session.session_id);
    await save("More");
    expect((await site.received(2)).headers.authorization).toBeUndefined();

    const shown = await appliance.console<SessionDetail>("GET", `/sessions/${session.session_id}`);
    expect(shown.callback_url).toBe(site.callbackUrl.replace("//", "//•••@"));
    const [newest] = await appliance.list<DeliveryRow>("/deliveries");
    await eventually(async () => {
      const detail = await appliance.console<DeliveryDetail>("GET", `/deliveries/${newest?.id}`);
      expect(detail.state).toBe("delivered");
      expect(JSON.stringify(detail)).toContain("•••@");
      expect(JSON.stringify(detail)).not.toMatch(/anna|secret-word/);
    });
  });

  it("are rejected by a receiver check", async () => {
    const body = { callback_url: "http://anna:secret-word@127.0.0.1:9/" };
    await expect(appliance.console("POST", `/projects/${project.id}/check-receiver`, body)).rejects.toThrow(
      /422.*webhook_auth_user/,
    );
  });
});

it.each([
  ["http://10.0.0.7/cb", "10.0.0.7"],
  ["https://10.0.0.7:443/cb", "10.0.0.7"],
  ["http://10.0.0.7:8080/cb", "10.0.0.7:8080"],
  ["http://[2001:db8::1]:81/cb", "[2001:db8::1]:81"],
  // The list has this name with another port.
  ["https://site.example/cb", "site.example:443"],
])("names a rejected host with its port: %s", async (url, host) => {
  expect(await signedOpen(url)).toEqual({ status: 403, detail: `Host ${host} is not allowed for this API key` });
});

// `POST /projects/:id/check-host`: the errors that an open would return, and the IP addresses for dialling.

const listed = await appliance.createProject({
  environment: "prod",
  allowed_hosts: ["cms.example.org", "*.example.org", "desk.example.net:8443", "10.9.9.9"],
});
const check = (url: string, id = listed.id) =>
  appliance.console<HostCheck>("POST", `/projects/${id}/check-host`, { url });

it("shows the entry and IP addresses of a host, and allows private ones for an exact entry", async () => {
  expect(await check("https://cms.example.org/galley")).toEqual({
    allowed: true,
    refusals: [],
    entry: { host: "cms.example.org", listed: true },
    dial: {
      host: "cms.example.org",
      port: 443,
      addresses: [{ address: "93.184.216.34", kind: "public", dialled: true }],
      lookup: "resolved",
      possible: true,
      proxy: null,
    },
  });
  expect(await check("http://desk.example.net:8443/")).toMatchObject({
    entry: { host: "desk.example.net:8443" },
    dial: { port: 8443, addresses: [{ kind: "private", dialled: true }], possible: true },
  });
  expect(await check("http://10.9.9.9/")).toMatchObject({
    dial: { lookup: "literal", addresses: [{ address: "10.9.9.9", dialled: true }] },
  });
});

it("shows which IP addresses a wildcard does not allow, and reports an unknown name", async () => {
  expect((await check("https://intern.example.org/")).dial).toMatchObject({
    addresses: [
      { address: "10.1.2.3", kind: "private", dialled: false },
      { address: "93.184.216.35", kind: "public", dialled: true },
    ],
    possible: true,
  });
  expect((await check("https://metadata.example.org/")).dial).toMatchObject({
    addresses: [{ kind: "forbidden", dialled: false }],
    possible: false,
  });
  expect((await check("https://unknown.example.org/")).dial).toMatchObject({ lookup: "not_found", possible: false });
});

describe("a rejected URL", () => {
  const URLS = [
    "https://evil.example/",
    "http://desk.example.net/",
    "ftp://cms.example.org/",
    "cms.example.org",
    "https://user:word@cms.example.org/",
    "http://localhost:3000/cb",
    "https://cms.example.org/integration/download/media/a/b",
  ];
  it.each(URLS)("has the same error as an open: %s", async (url) => {
    const { body, signature } = openRequest(listed, { callback_url: url });
    const response = await postOpen(appliance.url, body, signature);
    expect(response.status).toBe(403);
    const { detail } = (await response.json()) as { detail: string };
    expect(await check(url)).toEqual({ allowed: false, refusals: [detail], entry: null, dial: null });
  });

  it("is not looked up, so that half-typed names do not leave the machine", async () => {
    asked.length = 0;
    for (const url of ["https://evil.example/", "https://evil.exam"]) await check(url);
    expect(asked).toEqual([]);
  });

  it("has the error of a disabled key first", async () => {
    const { id } = await appliance.createProject();
    await appliance.console("PATCH", `/projects/${id}`, { enabled: false });
    expect((await check("https://cms.example.org/", id)).refusals[0]).toBe("Unknown API key");
  });
});

it("allows a dev project to use loopback without listing it", async () => {
  const dev = await appliance.createProject();
  expect(await check("http://127.0.0.1:8080/cb", dev.id)).toMatchObject({
    allowed: true,
    entry: { host: "127.0.0.1", listed: false },
    dial: { addresses: [{ kind: "loopback", dialled: true }] },
  });
});
