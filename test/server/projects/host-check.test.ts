/** `POST /projects/:id/check-host`: the errors that an open would return, and the IP addresses for dialling. */

import { beforeEach, describe, expect, it } from "vitest";
import type { HostCheck, ProjectWithSecret } from "../../../server/contracts/projects-api.ts";
import { openRequest, postOpen } from "../../support/integration.ts";
import { resolving } from "../../support/network.ts";
import { startNewsroom } from "../../support/newsroom.ts";

const NAMES: Record<string, string[]> = {
  "cms.example.org": ["93.184.216.34"],
  "intern.example.org": ["10.1.2.3", "93.184.216.35"],
  "metadata.example.org": ["169.254.169.254"],
  "desk.example.net": ["192.168.7.7"],
};
let asked: string[];
const resolve = resolving((name) => {
  asked.push(name);
  return NAMES[name] ?? null;
});

const { appliance } = await startNewsroom({ resolve });
let project: ProjectWithSecret;
beforeEach(async () => {
  asked = [];
  project = await appliance.createProject({
    environment: "prod",
    allowed_hosts: ["cms.example.org", "*.example.org", "desk.example.net:8443", "10.9.9.9"],
  });
});

const check = (url: string, id = project.id) =>
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
    const { body, signature } = openRequest(project, { callback_url: url });
    const answer = await postOpen(appliance.url, body, signature);
    expect(answer.status).toBe(403);
    const { detail } = (await answer.json()) as { detail: string };
    expect(await check(url)).toEqual({ allowed: false, refusals: [detail], entry: null, dial: null });
  });

  it("is not looked up, so that half-typed names do not leave the machine", async () => {
    for (const url of ["https://evil.example/", "https://evil.exam"]) await check(url);
    expect(asked).toEqual([]);
  });

  it("has the error of a disabled key first", async () => {
    await appliance.console("PATCH", `/projects/${project.id}`, { enabled: false });
    const refused = { allowed: false, refusals: ["Unknown API key"] };
    expect(await check("https://cms.example.org/")).toMatchObject(refused);
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
