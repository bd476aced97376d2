import http from "node:http";
import { expect, it } from "vitest";
import type { UploadedMedia } from "../../../server/contracts/media-api.ts";
import { articleOfKeys, served, startNewsroom } from "../../support/newsroom.ts";
import { PNG } from "../../support/sample-media.ts";

const CALLBACK = "http://127.0.0.1:9/galley/callback";

const { appliance } = await startNewsroom();
const requests: http.IncomingHttpHeaders[] = [];
const base = await served(
  http.createServer((req, res) => {
    requests.push(req.headers);
    if (req.url === "/away.png") return void res.writeHead(302, { location: "http://10.0.0.1/inside.png" }).end();
    if (req.url === "/round.png") return void res.writeHead(302, { location: "/round.png" }).end();
    if (req.url === "/private.png") return void res.writeHead(403).end();
    if (req.url === "/page.png") return void res.end("<!doctype html><title>Log in</title>");
    if (req.url === "/file.pdf") return void res.end("%PDF-1.7\n");
    if (req.url === "/drawing") {
      res.setHeader("content-type", "image/svg+xml");
      return void res.end('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"><script>1</script></svg>');
    }
    res.end(req.url === "/large.png" ? Buffer.concat([PNG, Buffer.alloc(5_000)]) : PNG);
  }),
);

async function tabOf(materialId: string, environment: "dev" | "prod") {
  const project = await appliance.createProject({ environment, allowed_hosts: ["site.example"] });
  const callback = environment === "dev" ? CALLBACK : "https://site.example/callback";
  const { ask } = await articleOfKeys(appliance, project, materialId, callback);
  return (url: string) => ask<UploadedMedia & { detail: string }>("POST", "/media/fetch", { url });
}

it("fetches a picture without sending data about the author", async () => {
  const fetched = await tabOf("fetch", "dev");
  requests.length = 0;
  const { status, body } = await fetched(`${base.replace("//", "//user:secret@")}/press/h%C3%A4fen.png?key=1`);
  expect([status, body.type, body.width]).toEqual([201, "image/png", 3]);
  expect(body.file_name).toMatch(/^hafen-[0-9a-f]{8}\.png$/);
  const sent = Object.keys(requests[0] ?? {}).sort();
  expect(sent).toEqual(["accept-encoding", "connection", "host", "user-agent"]);
  expect((await fetched(`${base}/drawing`)).body.type).toBe("image/svg+xml");
});

it("reports why a picture could not be fetched", async () => {
  const fetched = await tabOf("refused", "dev");
  for (const [path, reason] of [
    ["/private.png", "status 403. The picture is not public."],
    ["/page.png", "did not send a picture"],
    ["/file.pdf", "did not send a picture"],
    ["/round.png", "redirected more than"],
    // Redirects are checked like the first URL.
    ["/away.png", "10.0.0.1 is at an IP address that Galley must not call"],
  ]) {
    const detail = expect.stringContaining(reason ?? "");
    expect(await fetched(base + path), path).toMatchObject({ status: 422, body: { detail } });
  }
  expect((await fetched("file:///etc/passwd")).status).toBe(422);
  await appliance.console("PATCH", "/settings", { media_limit_bytes: 2_048 });
  expect((await fetched(`${base}/large.png`)).status).toBe(413);
  await appliance.console("PATCH", "/settings", { media_limit_bytes: 1024 ** 3 });
});

it("calls only public IP addresses unless the project lists the host", async () => {
  const fetched = await tabOf("public", "prod");
  requests.length = 0;
  for (const host of [base, base.replace("127.0.0.1", "localhost"), "http://169.254.169.254", "http://[::1]:80"]) {
    const { status, body } = await fetched(`${host}/picture.png`);
    expect(`${status} ${body.detail}`).toMatch(/^422 .*is at an IP address that Galley must not call/);
  }
  expect(requests).toEqual([]);
});

it("limits concurrent fetches for an article", async () => {
  const fetched = await tabOf("many", "dev");
  const responses = await Promise.all(Array.from({ length: 12 }, () => fetched(`${base}/many.png`)));
  const statuses = responses.map(({ status }) => status);
  expect(statuses).toContain(201);
  expect(statuses).toContain(429);
  expect((await fetched(`${base}/many.png`)).status).toBe(201);
});
