import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { saveArchive, sendZip, startSiteAndService } from "../../support/minimal-service.ts";

const bench = await startSiteAndService();
afterAll(bench.close);
const { open } = bench;
beforeEach(() => {
  bench.open = open;
  bench.opened.length = bench.downloaded.length = 0;
});

const text = async (path: string) => (await fetch(bench.siteUrl + path)).text();

describe("opening in the editor", async () => {
  const id = await bench.write("Closed <today>");
  const json = (status: number, body: unknown) => (_body: unknown, res: ServerResponse) =>
    void res.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  const badGateway = (_b: unknown, res: ServerResponse) => void res.writeHead(502).end("<h1>Bad gateway</h1>");

  test.each([
    [
      "a host that is not allowed",
      json(403, { detail: "Host <b>127.0.0.1</b> is not allowed for this API key" }),
      "Host &#60;b&#62;127.0.0.1&#60;/b&#62; is not allowed",
      "allowed hosts",
    ],
    [
      "an invalid request",
      json(422, { detail: [{ loc: ["body", "material_id"], msg: "Field required" }] }),
      "body.material_id: Field required",
      "Correct the named fields",
    ],
    ["HTML from a proxy", badGateway, "status 502", "See the service&#39;s log"],
    ["a URL with another scheme", json(200, { url: "javascript:alert(1)" }), "status 200", "log"],
    ["a broken connection", (_b: unknown, res: ServerResponse) => void res.destroy(), "did not respond", "Start it"],
  ])("shows the service's message for %s, and what to do", async (_what, open, message, remedy) => {
    bench.open = open;
    const response = await bench.post(`/articles/${id}/edit`, {});
    const page = await response.text();
    expect(response.status).toBe(502);
    expect(page).toContain(message);
    expect(page).toContain(remedy);
    expect(page).toContain("press Edit again");
  });

  test("keeps an article whose editor could not be opened", async () => {
    expect(await text("/")).toContain("Closed &#60;today&#62;");
  });

  test("requires a title for an article", async () => {
    expect((await bench.post("/articles", { title: "  " })).status).toBe(422);
    expect((await fetch(`${bench.siteUrl}/articles/none-000000`)).status).toBe(404);
  });
});

describe("the callbacks page", () => {
  test("shows the steps, request and response of each callback, and on an article only its own", async () => {
    const [id, other] = [await bench.write("Mine"), await bench.write("Other")];
    bench.download = sendZip(saveArchive());
    await bench.save(id, { metadata: { note: "<from the service>" } });
    await bench.save(other, {}, { "X-Service-Signature": "wrong" });

    const all = await text("/callbacks");
    expect(all).toMatch(
      /X-Service-Signature is valid.*Downloaded the archive: \d+ bytes \(after \d+ ms\).*Stored 1 file in.*into vms_html.*vms_json\.assets.*Stored the article.*Returned rc 1/s,
    );
    expect(all).toContain("&#60;from the service&#62;");
    expect(all).toContain(`${bench.siteUrl}/galley/callback`);
    expect(all).toContain("X-Service-Signature is wrong");

    expect(await text(`/desk/${other}`)).toContain("X-Service-Signature is wrong");
    expect(await text(`/desk/${id}`)).not.toContain("X-Service-Signature is wrong");
  });

  test("keeps only the last fifty callbacks", async () => {
    for (let number = 0; number < 55; number += 1) await bench.save(`unknown-${number}`);
    const all = await text("/callbacks");
    expect(all.match(/<details>/g)).toHaveLength(50);
    expect(all).toContain("unknown-54");
    expect(all).not.toContain("unknown-4<");
  });
});

test("rejects saves with the message while the setting is on, and accepts them otherwise", async () => {
  const id = await bench.write("Locked");
  await bench.post(`/articles/${id}/refusal`, { on: "1", message: " " });
  expect((await bench.save(id)).body).toEqual({ rc: 0, rm: "This site does not accept changes to this article." });
  const message = `Locked by "legal" <until Monday>`;
  expect((await bench.post(`/articles/${id}/refusal`, { on: "1", message })).status).toBe(303);
  expect(await bench.save(id)).toEqual({ status: 200, body: { rc: 0, rm: message } });
  expect(bench.downloaded).toHaveLength(0);

  const desk = await text(`/desk/${id}`);
  expect(desk).toContain(`value="Locked by &#34;legal&#34; &#60;until Monday&#62;"`);
  expect(desk).toContain(`name="on" checked`);

  await bench.post(`/articles/${id}/refusal`, { message });
  bench.download = sendZip(saveArchive());
  expect((await bench.save(id)).body.rc).toBe(1);
});

describe("a foreign request", () => {
  /** Sends a form with headers that fetch cannot set. @returns the status */
  async function send(method: string, path: string, headers: Record<string, string>): Promise<number> {
    const form = { "Content-Type": "application/x-www-form-urlencoded" };
    const req = request(new URL(path, bench.siteUrl), { method, headers: { ...form, ...headers } });
    req.end(method === "POST" ? "title=Evil" : undefined);
    const [response] = (await once(req, "response")) as [IncomingMessage];
    return response.resume().statusCode ?? 0;
  }

  test.each(["evil.example", "evil.example:8422", "127.0.0.1.evil.example", "localhost.evil.example", "[::2]"])(
    "is rejected for the host %j",
    async (host) => {
      expect(await send("GET", "/", { Host: host })).toBe(403);
      expect(await send("POST", "/galley/callback", { Host: host })).toBe(403);
    },
  );

  test.each(["localhost:1", "127.0.0.1", "[::1]:8422", "LOCALHOST"])("is accepted for the host %j", async (host) => {
    expect(await send("GET", "/", { Host: host })).toBe(200);
  });

  test.each([
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { Origin: "http://127.0.0.1:1" },
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
    { "Sec-Fetch-Site": "none" },
  ])("creates no article from a form with %j", async (headers) => {
    expect(await send("POST", "/articles", headers as Record<string, string>)).toBe(403);
    expect(bench.opened).toHaveLength(0);
  });

  test("is accepted from the site's own form", async () => {
    expect(await send("POST", "/articles", { Origin: bench.siteUrl, "Sec-Fetch-Site": "same-origin" })).toBe(303);
  });

  test("is rejected when its form is larger than 64 KB", async () => {
    const response = await bench.post("/articles", { title: "x".repeat(70_000) });
    expect(response.status).toBe(413);
  });

  test("cannot run scripts of a stored file, or read other files", async () => {
    await mkdir(`${bench.dir}/files/x`);
    for (const name of ["a.svg", "a.html", ".a"]) await writeFile(`${bench.dir}/files/x/${name}`, "<script>1</script>");
    for (const name of ["a.svg", "a.html"]) {
      const { headers } = await fetch(`${bench.siteUrl}/files/x/${name}`);
      expect(headers.get("content-security-policy")).toContain("script-src 'none'");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
    for (const path of ["..%2farticles", "x/..%2f..%2farticles/a.json", "x/.a", "x/none.png", "x"])
      expect((await fetch(`${bench.siteUrl}/files/${path}`)).status).toBe(404);
  });
});

test("a start on another port shows pictures of articles saved before", async () => {
  const id = await bench.write("Moved");
  bench.download = sendZip(saveArchive("Moved", "cat-1.png"));
  await bench.save(id);
  const before = bench.siteUrl;
  await bench.restart();
  expect(bench.siteUrl).not.toBe(before);
  const url = `${bench.siteUrl}/files/${id}/cat-1.png`;
  expect(await text(`/articles/${id}`)).toContain(`src="${url}"`);
  expect((await fetch(url)).status).toBe(200);
});

test("closing ends kept-alive connections and hanging downloads", async () => {
  const bench = await startSiteAndService();
  const id = await bench.write("Hanging");
  const { hostname, port, host } = new URL(bench.siteUrl);
  const idle = connect(Number(port), hostname);
  idle.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  await once(idle, "data");
  const idleEnded = once(idle, "close");
  const asked = Promise.withResolvers<void>();
  bench.download = (_req, res) => {
    res.writeHead(200, { "Content-Type": "application/zip", "Content-Length": 1_000_000 });
    res.write("PK", () => asked.resolve());
  };
  const lost = expect(bench.save(id)).rejects.toThrow();
  await asked.promise;

  await bench.close();
  await idleEnded;
  await lost;
});
