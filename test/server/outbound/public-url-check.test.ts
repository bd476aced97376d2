/** Whether the public address leads to the appliance, and the sentence that says why not. */
import { once } from "node:events";
import http, { type RequestListener } from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createPublicUrlCheck, reasonAgainst } from "../../../server/outbound/public-url-check.ts";
import { testClock } from "../../support/appliance.ts";
import { selfSigned } from "../../support/certificates.ts";

const servers: http.Server[] = [];
const reasonOf = async (...about: Parameters<typeof reasonAgainst>) => (await reasonAgainst(...about))?.detail ?? null;
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(server: http.Server, scheme = "http"): Promise<string> {
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const serving = (handler: RequestListener) => listen(http.createServer(handler));

describe("the public address", () => {
  it("is reachable where the appliance answers, below a path as well", async () => {
    const url = await serving(
      (req, res) => void res.writeHead(req.url === "/a/healthz" ? 200 : 404).end('{"status":"ok"}'),
    );
    expect(await reasonOf(`${url}/a`)).toBeNull();
    expect(await reasonOf(url)).toMatch(/is not Galley \(status 404\)/);
  });

  it("is not where another page answers, leads elsewhere, or the proxy has nothing behind it", async () => {
    expect(await reasonOf(await serving((_req, res) => void res.end("<h1>It works!</h1>")))).toMatch(/is not Galley/);
    expect(
      await reasonOf(
        await serving((_req, res) => void res.writeHead(301, { location: "https://www.example.org/" }).end()),
      ),
    ).toMatch(/redirects to https:\/\/www\.example\.org\//);
    expect(await reasonOf(await serving((_req, res) => void res.writeHead(502).end()))).toMatch(
      /proxy .* responds with 502/,
    );
  });

  it("is not where nothing listens, nobody answers in time, or the name is unknown", async () => {
    const url = await serving(() => {});
    expect(await reasonOf(url, 100)).toMatch(/does not respond/);
    const [server] = servers.splice(0);
    server?.closeAllConnections();
    server?.close();
    expect(await reasonOf(url)).toMatch(/No program listens/);
    expect(await reasonOf("http://galley.invalid")).toMatch(/galley\.invalid/);
  });

  it("is not where its certificate is trusted by nobody, or the scheme is wrong", async () => {
    const { key, cert } = selfSigned(["IP:127.0.0.1"]);
    const url = await listen(
      https.createServer({ key, cert }, (_req, res) => void res.end()),
      "https",
    );
    expect(await reasonOf(url)).toMatch(/unknown CA/);
    expect(await reasonOf(url.replace("https", "http"))).not.toBeNull();
    const plain = await serving((_req, res) => void res.end('{"status":"ok"}'));
    expect(await reasonOf(plain.replace("http", "https"))).toMatch(/https are mixed up|cannot be read/);
  });

  it("is asked once for many who want to know, and again after a minute", async () => {
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
