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
    expect(await reasonAgainst(`${url}/a`)).toBeNull();
    expect(await reasonAgainst(url)).toMatch(/Something else than Galley answers .* \(status 404\)/);
  });

  it("is not where another page answers, leads elsewhere, or the proxy has nothing behind it", async () => {
    expect(await reasonAgainst(await serving((_req, res) => void res.end("<h1>It works!</h1>")))).toMatch(
      /Something else/,
    );
    expect(
      await reasonAgainst(
        await serving((_req, res) => void res.writeHead(301, { location: "https://www.example.org/" }).end()),
      ),
    ).toMatch(/leads on to https:\/\/www\.example\.org\//);
    expect(await reasonAgainst(await serving((_req, res) => void res.writeHead(502).end()))).toMatch(
      /proxy .* answers 502/,
    );
  });

  it("is not where nothing listens, nobody answers in time, or the name is unknown", async () => {
    const url = await serving(() => {});
    expect(await reasonAgainst(url, 100)).toMatch(/does not answer/);
    const [server] = servers.splice(0);
    server?.closeAllConnections();
    server?.close();
    expect(await reasonAgainst(url)).toMatch(/Nothing listens/);
    expect(await reasonAgainst("http://galley.invalid")).toMatch(/galley\.invalid/);
  });

  it("is not where its certificate is trusted by nobody, or the scheme is wrong", async () => {
    const { key, cert } = selfSigned(["IP:127.0.0.1"]);
    const url = await listen(
      https.createServer({ key, cert }, (_req, res) => void res.end()),
      "https",
    );
    expect(await reasonAgainst(url)).toMatch(/No authority .* has signed/);
    expect(await reasonAgainst(url.replace("https", "http"))).not.toBeNull();
    const plain = await serving((_req, res) => void res.end('{"status":"ok"}'));
    expect(await reasonAgainst(plain.replace("http", "https"))).toMatch(/https are not mixed up|gave no answer/);
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
