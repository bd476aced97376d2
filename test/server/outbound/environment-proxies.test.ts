import https from "node:https";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { SettingsView } from "../../../server/contracts/settings-api.ts";
import { findProxy, readEnvironmentProxies } from "../../../server/outbound/environment-proxies.ts";
import { type Certificate, selfSigned } from "../../support/certificates.ts";
import { resolving, startProxy } from "../../support/network.ts";
import { articleOfKeys, served, startNewsroom } from "../../support/newsroom.ts";
import { startReceiver } from "../../support/receiver.ts";
import { checkReceiver } from "../../support/receiver-check.ts";

const SITE = "cms.daily.test";
const UNKNOWN = "other.daily.test";
/** A network in which only the proxy resolves names, except one that resolves to a forbidden IP address. */
const resolve = resolving((name) => (name === "metadata.daily.test" ? ["169.254.169.254"] : null));
const proxy = await startProxy({ [SITE]: true });
afterAll(proxy.close);
// A percent sign that escapes nothing is read as itself, as curl does.
const url = `http://anna:pass%20word%@${proxy.host}`;
const { appliance } = await startNewsroom({ resolve, env: { HTTP_PROXY: url, https_proxy: url } });
const project = await appliance.createProject({ allowed_hosts: ["*.daily.test"] });
beforeEach(() => {
  proxy.requests = [];
  proxy.credentials = [];
});

const useProxies = (proxy_from_environment: boolean) =>
  appliance.console<SettingsView>("PATCH", "/settings", { proxy_from_environment });

/** Checks a receiver under the host name `name`. */
async function check(name: string, tls: Certificate | null = null) {
  const receiver = await startReceiver(project, {}, tls);
  const as = (url: string) => url.replace("127.0.0.1", name);
  receiver.behaviour.urlOf = (fileName) => as(`${receiver.origin}/files/${fileName}`);
  const result = await checkReceiver(appliance, project.id, { callback_url: as(receiver.callbackUrl) }, "repeated");
  receiver.close();
  return { result, port: URL.parse(receiver.origin)?.port };
}

it("shows the environment's proxies without credentials, and does not use them by default", async () => {
  const { settings, appliance: facts } = await appliance.console<SettingsView>("GET", "/settings");
  expect(settings.proxy_from_environment).toBe(false);
  expect(facts.environment_proxies).toEqual({ http: `http://${proxy.host}`, https: `http://${proxy.host}` });
  const { result } = await check(SITE);
  expect(result.summary[0]).toBe("reachability: failed (dns_not_found)");
  expect(proxy.requests).toEqual([]);
});

describe("an enabled proxy", () => {
  beforeAll(() => useProxies(true));

  it("forwards callbacks and files over http, with the proxy's credentials", async () => {
    const { result, port } = await check(SITE);
    expect(result.summary.filter((line) => !line.endsWith("passed"))).toEqual(["tls: warning (plain_http)"]);
    expect(proxy.requests).toContain(`POST http://${SITE}:${port}/galley/callback`);
    expect(proxy.requests.some((line) => line.startsWith(`GET http://${SITE}:${port}/files/`))).toBe(true);
    const given = Buffer.from("anna:pass word%").toString("base64");
    expect(new Set(proxy.credentials)).toEqual(new Set([`Basic ${given}`]));
    expect(JSON.stringify(result)).not.toMatch(/anna|pass(?:%20| )word/);
  });

  it("forwards deliveries", async () => {
    const receiver = await startReceiver(project);
    const callback_url = receiver.callbackUrl.replace("127.0.0.1", SITE);
    const { deliver } = await articleOfKeys(appliance, project, "tram", callback_url);
    expect((await deliver()).state).toBe("delivered");
    receiver.close();
    expect(proxy.requests).toEqual([`POST ${callback_url}`]);
  });

  it("tunnels https, so that Galley verifies the site's own certificate", async () => {
    const own = selfSigned([`DNS:${SITE}`]);
    const untrusted = (await check(SITE, own)).result.step("tls");
    expect(untrusted).toMatchObject({ verdict: "failed", code: "tls_untrusted" });
    await appliance.console("PATCH", `/projects/${project.id}`, { settings: { ca_certificate: own.cert } });
    proxy.requests = [];
    const { result, port } = await check(SITE, own);
    expect(new Set(result.steps.map(({ verdict }) => verdict))).toEqual(new Set(["passed"]));
    expect(new Set(proxy.requests)).toEqual(new Set([`CONNECT ${SITE}:${port}`]));
  });

  it("reaches a site on the default port, which the Host header omits", async () => {
    const own = selfSigned([`DNS:${SITE}`]);
    const hosts: (string | undefined)[] = [];
    const site = https.createServer(own, (req, res) => {
      hosts.push(req.headers.host);
      res.writeHead(404).end();
    });
    const { port } = new URL(await served(site));
    const usual = await startProxy({ [SITE]: Number(port) });
    onTestFinished(usual.close);
    const { appliance: other } = await startNewsroom({ resolve, env: { HTTPS_PROXY: `http://${usual.host}` } });
    await other.console("PATCH", "/settings", { proxy_from_environment: true });
    const { id } = await other.createProject({ allowed_hosts: [SITE] });
    await other.console("PATCH", `/projects/${id}`, { settings: { ca_certificate: own.cert } });
    await checkReceiver(other, id, { callback_url: `https://${SITE}/callback` });
    expect(new Set(hosts)).toEqual(new Set([SITE]));
  });

  it("is named when it rejects a request", async () => {
    const own = selfSigned([`DNS:${UNKNOWN}`]);
    const step = (await check(UNKNOWN, own)).result.step("reachability");
    expect(step).toMatchObject({ verdict: "failed", code: "connection_refused" });
    expect(step.happened).toContain(`The proxy http://${proxy.host} did not connect to ${UNKNOWN}:`);
    expect(step.happened).toMatch(/ \(status 403\)\.$/);
    expect(step.change).toContain("NO_PROXY");
  });

  it("is not used for forbidden IP addresses or for this machine", async () => {
    expect((await check("metadata.daily.test")).result.summary[0]).toBe("reachability: failed (host_not_allowed)");
    expect((await check("127.0.0.1")).result.step("article_saved").verdict).toBe("passed");
    expect(proxy.requests).toEqual([]);
  });
});

it.each<[string, string, boolean]>([
  ["", "https://cms.example.org/", true],
  ["cms.example.org", "https://cms.example.org/", false],
  [".example.org", "https://cms.example.org/", false],
  ["example.org", "https://cms.example.org/", false],
  ["*.example.org", "https://cms.example.org/", false],
  ["le.org", "https://cms.example.org/", true],
  ["cms.example.org:8443", "https://cms.example.org/", true],
  ["cms.example.org:8443", "https://cms.example.org:8443/", false],
  ["a.test, CMS.example.org", "https://cms.example.org/", false],
  ["*", "https://cms.example.org/", false],
  ["10.0.0.7", "http://10.0.0.7/", false],
  ["", "http://localhost:8080/", false],
  ["", "http://[::1]/", false],
])("with NO_PROXY=%s uses a proxy for %s: %s", (NO_PROXY, url, expected) => {
  const proxies = readEnvironmentProxies({ HTTP_PROXY: "proxy:3128", HTTPS_PROXY: "http://proxy:3128", NO_PROXY });
  expect(findProxy(proxies, new URL(url)) !== null).toBe(expected);
});

it("ignores a proxy with another protocol", () => {
  const proxies = readEnvironmentProxies({ HTTPS_PROXY: "socks5://proxy:1080" });
  expect(findProxy(proxies, new URL("https://cms.example.org/"))).toBeNull();
});
