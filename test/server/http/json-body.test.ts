/** Contract 7: size limit, compressed bodies, and disconnected clients. */
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { openRequest, postOpen } from "../../support/integration.ts";
import { served, startNewsroom } from "../../support/newsroom.ts";
import { galley, requestBodies } from "../../support/server.ts";

const OPEN_LIMIT = 64 * 1024;

const { appliance, project } = await startNewsroom();
await appliance.console("PATCH", "/settings", { open_limit_bytes: OPEN_LIMIT });
const { body, signature } = openRequest(project);

/** A request body of exactly `bytes` bytes. */
const padded = (bytes: number) => {
  const text = JSON.stringify(body);
  return text + " ".repeat(bytes - text.length);
};
const tooLarge = { detail: `The body is larger than the limit of ${OPEN_LIMIT} bytes.` };

test("accepts a body at the limit, and rejects one byte more", async () => {
  expect((await postOpen(appliance.url, padded(OPEN_LIMIT), signature)).status).toBe(200);
  const response = await postOpen(appliance.url, padded(OPEN_LIMIT + 1), signature);
  expect([response.status, await response.json()]).toEqual([413, tooLarge]);
});

test("a chunked body is rejected at the limit, and the connection stays open", async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const send = async (size: number) => {
    const request = http.request(`${appliance.url}/integration/session/open`, {
      method: "POST",
      agent,
      headers: { "x-service-signature": signature, "transfer-encoding": "chunked" },
    });
    const response = once(request, "response") as Promise<[http.IncomingMessage]>;
    request.end(padded(size));
    const [reply] = await response;
    reply.resume();
    await once(reply, "end");
    return reply.statusCode;
  };
  expect(await send(OPEN_LIMIT * 40)).toBe(413);
  expect(await send(OPEN_LIMIT)).toBe(200);
  agent.destroy();
});

test("an announced length above the limit is rejected before the body arrives", async () => {
  const socket = net.connect(Number(new URL(appliance.url).port), "127.0.0.1");
  socket.write(`POST /integration/session/open HTTP/1.1\r\nHost: x\r\nContent-Length: ${OPEN_LIMIT + 1}\r\n\r\n`);
  const [data] = (await once(socket, "data")) as [Buffer];
  expect(data.toString()).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
});

test.each(["gzip", "br", "deflate", "gzip, identity"])("rejects a %s body", async (encoding) => {
  const packed = gzipSync(JSON.stringify(body));
  const response = await postOpen(appliance.url, packed, signature, { "content-encoding": encoding });
  expect(response.status).toBe(415);
  expect((await response.json()).detail).toMatch(/Content-Encoding/);
});

test.each([
  ["content-encoding", ""],
  ["content-encoding", "identity"],
  ["content-type", "text/plain"],
  ["content-type", "application/x-www-form-urlencoded"],
  ["content-type", "multipart/form-data"],
  ["content-type", "application/json; charset=latin1"],
  ["content-type", "%%"],
])("reads a body with the %s %j as JSON", async (name, value) => {
  expect((await postOpen(appliance.url, body, signature, { [name]: value })).status).toBe(200);
});

test("ignores a byte order mark", async () => {
  expect((await postOpen(appliance.url, `\uFEFF${JSON.stringify(body)}`, signature)).status).toBe(200);
});

test("accepts 256 levels, and ignores brackets in strings", async () => {
  const state = `{"a":"${"[".repeat(300)}\\"{","b":${"[".repeat(254)}${"]".repeat(254)}}`;
  const sent = JSON.stringify(body).replace(/\}$/, `,"vms_json":${state}}`);
  expect((await postOpen(appliance.url, sent, signature)).status).toBe(200);
});

/** A connection to a server that reads bodies with `read`. */
async function connectedTo(
  read: (req: http.IncomingMessage, res: http.ServerResponse) => unknown,
): Promise<net.Socket> {
  const begin = requestBodies();
  const server = http.createServer((req, res) => {
    begin(req, res);
    void read(req, res);
  });
  return net.connect(Number(new URL(await served(server)).port), "127.0.0.1");
}

test("reading fails with ClientGone if the client disconnects", async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const socket = await connectedTo((req) => galley.readJson(req, 100).then(resolve, resolve));
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 100\r\n\r\n{");
  await once(socket, "data");
  socket.resetAndDestroy();
  expect(await promise).toBeInstanceOf(galley.ClientGone);
});

test("frees the bytes of parsed bodies without garbage collection", async () => {
  const [count, bytes] = [200, 100_000];
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  const socket = await connectedTo(async (req, res) => {
    const value = await galley.readJson(req, 2 * bytes);
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    res.writeHead((value as string).length === bytes - 2 ? 204 : 500).end();
  });
  const sent = JSON.stringify("x".repeat(bytes - 2));
  const request = Buffer.from(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n${sent}`);
  for (let n = 0; n < count; n++) {
    socket.write(request);
    const [response] = (await once(socket, "data")) as [Buffer];
    expect(response.toString("latin1")).toMatch(/^HTTP\/1\.1 204/);
  }
  socket.destroy();
  expect(most).toBeLessThan((count * bytes) / 4);
});
