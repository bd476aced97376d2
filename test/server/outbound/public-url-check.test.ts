import http, { type RequestListener } from "node:http";
import https from "node:https";
import { describe, expect, it } from "vitest";
import { createPublicUrlCheck, unreachableReason } from "../../../server/outbound/public-url-check.ts";
import { testClock } from "../../support/appliance.ts";
import { selfSigned } from "../../support/certificates.ts";
import { served } from "../../support/newsroom.ts";

const reasonOf = async (...about: Parameters<typeof unreachableReason>) =>
  (await unreachableReason(...about))?.detail ?? null;
const serving = (handler: RequestListener) => served(http.createServer(handler));

describe("the check of the public URL", () => {
  it("succeeds if the appliance responds, also below a path", async () => {
    const url = await serving(
      (req, res) => void res.writeHead(req.url === "/a/healthz" ? 200 : 404).end('{"status":"ok"}'),
    );
    expect(await reasonOf(`${url}/a`)).toBeNull();
    expect(await reasonOf(url)).toMatch(/is not Galley \(status 404\)/);
  });

  it("reports another page, a redirect, and a proxy without an upstream", async () => {
    expect(await reasonOf(await serving((_req, res) => void res.end("<h1>It works!</h1>")))).toMatch(/is not Galley/);
    const moved = await serving((_req, res) => void res.writeHead(301, { location: "https://www.example.org/" }).end());
    expect(await reasonOf(moved)).toMatch(/redirects to https:\/\/www\.example\.org\//);
    const proxy = await serving((_req, res) => void res.writeHead(502).end());
    expect(await reasonOf(proxy)).toMatch(/proxy .* responds with 502/);
  });

  it("reports a timeout, a closed port, and an unknown name", async () => {
    const server = http.createServer(() => {});
    const url = await served(server);
    expect(await reasonOf(url, 100)).toMatch(/does not respond/);
    server.closeAllConnections();
    server.close();
    expect(await reasonOf(url)).toMatch(/No program listens/);
    // `fetch` refuses this port, but sites do not.
    expect(await reasonOf("http://127.0.0.1:1")).toMatch(/No program listens/);
    expect(await reasonOf("http://galley.invalid")).toMatch(/galley\.invalid/);
  });

  it("reports an untrusted certificate and a wrong scheme", async () => {
    const { key, cert } = selfSigned(["IP:127.0.0.1"]);
    const url = await served(https.createServer({ key, cert }, (_req, res) => void res.end()));
    expect(await reasonOf(url.replace("http", "https"))).toMatch(/unknown CA/);
    expect(await reasonOf(url)).not.toBeNull();
    const plain = await serving((_req, res) => void res.end('{"status":"ok"}'));
    expect(await reasonOf(plain.replace("http", "https"))).toMatch(/https are mixed up|cannot be read/);
  });

  it("reuses a running check and a result of the last minute", async () => {
    let asked = 0;
    const url = await serving((_req, res) => {
      asked += 1;
      res.end('{"status":"ok"}');
    });
    const clock = testClock();
    const check = createPublicUrlCheck({ clock, publicUrl: () => url });
    expect(check.last()).toBeNull();
    await Promise.all([check.run(), check.run()]);
    await check.run();
    expect(asked).toBe(1);
    expect(check.last()).toMatchObject({ url, reachable: true, reason: null });
    clock.advance(60_000);
    await check.run();
    await check.run(true);
    expect(asked).toBe(3);
  });
});
