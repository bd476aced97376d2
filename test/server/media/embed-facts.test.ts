import type { ServerResponse } from "node:http";
import https from "node:https";
import { afterAll, beforeEach, expect, it } from "vitest";
import type { EmbedFacts } from "../../../server/contracts/media-api.ts";
import { testClock } from "../../support/appliance.ts";
import { selfSigned } from "../../support/certificates.ts";
import { resolving, startProxy } from "../../support/network.ts";
import { served, startNewsroom } from "../../support/newsroom.ts";
import { PNG } from "../../support/sample-media.ts";

const FILM = "https://www.youtube.com/watch?v=dQw4w9WgXcQ";
const STILL = "https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg";
const NOTHING = { status: 200, title: "", poster: null };
const HOSTS = ["www.youtube.com", "i.ytimg.com", "mastodon.social", "elsewhere.example"];
const certificate = selfSigned(HOSTS.map((host) => `DNS:${host}`));

/** Resolves no name by default, as without a network. The proxy reaches the providers. */
let addressOf: (name: string) => string | null = () => null;
const resolve = resolving((name) => {
  const address = addressOf(name);
  return address === null ? null : [address];
});

type Reply = (req: { url: string; host: string }, res: ServerResponse) => void;

let response: Reply;
let requests: { url: string; headers: string[] }[] = [];
const provider = https.createServer(certificate, (req, res) => {
  const host = req.headers.host ?? "";
  requests.push({ url: `https://${host}${req.url}`, headers: Object.keys(req.headers).sort() });
  response({ url: req.url ?? "", host }, res);
});

/** A video with this still. */
const film =
  (thumbnail_url: unknown, title: unknown = "Crossing  the harbour"): Reply =>
  ({ url }, res) =>
    url.startsWith("/oembed") ? res.end(JSON.stringify({ title, author_name: "Anna", thumbnail_url })) : res.end(PNG);

const { port } = new URL(await served(provider));
const proxy = await startProxy(Object.fromEntries(HOSTS.map((host) => [host, Number(port)])));
afterAll(proxy.close);
const clock = testClock();
const env = { HTTPS_PROXY: `http://${proxy.host}` };
const { appliance, project, article } = await startNewsroom({ clock, resolve, env });
await appliance.console("PATCH", "/settings", { proxy_from_environment: true });
await appliance.console("PATCH", `/projects/${project.id}`, { settings: { ca_certificate: certificate.cert } });
const { ask: askEditor } = await article("film");
const ask = async (url: string) => {
  const { status, body } = await askEditor<EmbedFacts>("POST", "/media/embed", { url });
  return { status, ...body };
};

beforeEach(() => {
  requests = [];
  addressOf = () => null;
});

it("adds title and still of a video without sending data about the author", async () => {
  response = film(STILL);
  const file_name = expect.stringMatching(/^youtube-[0-9a-f]{8}\.png$/);
  const poster = { type: "image/png", width: 3, file_name };
  expect(await ask(FILM)).toMatchObject({ status: 200, title: "Crossing the harbour", poster });
  expect(requests.map(({ url }) => url)).toEqual([
    `https://www.youtube.com/oembed?format=json&maxwidth=1280&url=${encodeURIComponent(FILM)}`,
    STILL,
  ]);
  for (const { headers } of requests) expect(headers).toEqual(["accept-encoding", "connection", "host", "user-agent"]);
});

it("names a post without a title after its author", async () => {
  response = (_req, res) => res.end(JSON.stringify({ title: "", author_name: "Anna" }));
  expect(await ask("https://mastodon.social/@anna/100254678717223630")).toEqual({ ...NOTHING, title: "Anna" });
  expect(requests[0]?.url).toMatch(/^https:\/\/mastodon\.social\/api\/oembed\?/);
});

it.each([
  ["on another host", film("https://elsewhere.example/still.jpg")],
  ["over plain http", film(STILL.replace("https:", "http:"))],
  ["on another port", film(STILL.replace(".com/", ".com:8443/"))],
  ["a data: URL", film("data:image/png;base64,iVBORw0KGgo=")],
])("rejects a still that is %s", async (_place, given) => {
  response = given;
  expect(await ask(FILM)).toMatchObject({ status: 200, title: "Crossing the harbour", poster: null });
  expect(requests).toHaveLength(1);
});

it("follows no redirect to another host", async () => {
  response = ({ url }, res) =>
    url.startsWith("/vi/")
      ? res.writeHead(302, { location: "https://elsewhere.example/still.jpg" }).end()
      : film(STILL)({ url, host: "" }, res);
  expect(await ask(FILM)).toMatchObject({ title: "Crossing the harbour", poster: null });
  response = (_req, res) => res.writeHead(302, { location: "https://elsewhere.example/oembed" }).end();
  expect(await ask(FILM)).toMatchObject({ title: "", poster: null });
  expect(requests.filter(({ url }) => url.includes("elsewhere"))).toEqual([]);
});

it("returns what it can read of an invalid response", async () => {
  for (const unusable of [
    (_req, res) => res.writeHead(404).end(),
    (_req, res) => res.end("<!doctype html>"),
    (_req, res) => res.end("[]"),
    (_req, res) => res.end("null"),
    (_req, res) => res.end(`{"title":"${"x".repeat(300_000)}"}`),
    (_req, res) => res.destroy(),
  ] satisfies Reply[]) {
    response = unusable;
    expect(await ask(FILM)).toEqual(NOTHING);
  }
  response = film(7, { a: 1 });
  expect(await ask(FILM)).toMatchObject({ title: "Anna", poster: null });
  response = ({ url, host }, res) =>
    url.startsWith("/vi/") ? void res.end("<!doctype html><title>Log in</title>") : film(STILL)({ url, host }, res);
  expect(await ask(FILM)).toMatchObject({ title: "Crossing the harbour", poster: null });
});

it("sends no request for URLs without a provider endpoint", async () => {
  for (const url of ["https://t.me/durov/123", "https://elsewhere.example/film", "https://www.twitch.tv/videos/1"])
    expect(await ask(url)).toEqual(NOTHING);
  expect(requests).toEqual([]);
});

it("stops waiting for a slow provider after eight seconds", async () => {
  const requested = new Promise<void>((resolve) => {
    response = () => resolve();
  });
  const slow = ask(FILM);
  await requested;
  clock.advance(8_000);
  expect(await slow).toEqual(NOTHING);
});

it("calls only public IP addresses, and returns nothing without a network", async () => {
  response = film(STILL);
  for (const address of ["127.0.0.1", "10.0.0.1", "169.254.169.254"]) {
    addressOf = () => address;
    expect(await ask(FILM)).toEqual(NOTHING);
  }
  addressOf = () => null;
  await appliance.console("PATCH", "/settings", { proxy_from_environment: false });
  expect(await ask(FILM)).toEqual(NOTHING);
  expect(requests).toEqual([]);
});
