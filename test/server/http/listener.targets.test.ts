/** Found by generated requests: what a request asks for need not be a path, and Express reads little else. */
import { once } from "node:events";
import net from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { startNewsroom } from "../../support/newsroom.ts";

const { appliance } = await startNewsroom();

async function ask(url: string, first: string, host = new URL(url).host) {
  const socket = net.connect(Number(new URL(url).port), "127.0.0.1");
  await once(socket, "connect");
  socket.write([first, `Host: ${host}`, "Connection: close", "", ""].join("\r\n"), "latin1");
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  const type = /^content-type: (.+)$/im.exec(head)?.[1] ?? "";
  return { status: Number(head.split(" ")[1]), type, body };
}

const LISTENERS = [
  ["public", () => appliance.url, "/healthz"],
  ["console", () => appliance.consoleUrl, "/login"],
  ["sample site", () => appliance.sandboxUrl, "/callbacks"],
] as const;

describe.each(LISTENERS)("the %s listener", (name, urlOf, page) => {
  const TARGETS =
    "htconstructortp://0.0.1:33635|ftp://localhost/healthz|galley:/healthz|*|http://0.0.1:99999/|http://[/|http://a b/|" +
    "HTTP://%00/healthz|http://|localhost:80|healthz|?a=b|?|";
  it.each(TARGETS.split("|"))("answers '%s' with a 400", async (target) => {
    const { status, body } = await ask(urlOf(), `GET ${target} HTTP/1.1`);
    expect(status).toBe(400);
    // What Node's own parser refuses has no body on the sample site.
    if (name !== "sample site" || body !== "") expect(JSON.parse(body)).toEqual({ detail: expect.any(String) });
  });

  it.each(["//", "///", "//[", "//evil.example/%2e%2e/", "/#", "/\xa0", "/?%", "/a\\b"])(
    "takes %s for a path",
    async (target) => {
      const { status, type, body } = await ask(urlOf(), `GET ${target} HTTP/1.1`);
      expect(status).toBeGreaterThanOrEqual(200);
      expect(status).toBeLessThan(500);
      expect(body).not.toMatch(/Cannot GET/);
      if (status >= 400 && name !== "sample site") expect(type).toBe("application/json; charset=utf-8");
    },
  );

  it("refuses one that is longer than a head may be", async () => {
    expect((await ask(urlOf(), `GET /${"a".repeat(40_000)} HTTP/1.1`)).status).toBe(431);
  });

  it("serves a whole address as the path in it", async () => {
    const { origin } = new URL(urlOf());
    const [path, whole] = [
      await ask(urlOf(), `GET ${page} HTTP/1.1`),
      await ask(urlOf(), `GET ${origin}${page} HTTP/1.1`),
    ];
    expect([whole.status, whole.type, whole.body.length]).toEqual([path.status, path.type, path.body.length]);
    expect(whole.status).toBeLessThan(400);
  });
});

it("CONNECT is refused in words", async () => {
  for (const url of [appliance.url, appliance.consoleUrl]) {
    const { status, body } = await ask(url, "CONNECT evil.example:443 HTTP/1.1");
    expect([status, JSON.parse(body)]).toEqual([400, { detail: "This service is not a proxy." }]);
  }
});

it("the console takes the host of a whole address for the one that was asked for", async () => {
  const { host } = new URL(appliance.consoleUrl);
  const whole = await ask(appliance.consoleUrl, "GET http://evil.example/login HTTP/1.1", host);
  expect(whole.status).toBe((await ask(appliance.consoleUrl, "GET /login HTTP/1.1", "evil.example")).status);
  expect(whole.status).toBeGreaterThanOrEqual(400);
});
