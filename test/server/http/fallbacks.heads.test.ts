/** Found by generated requests: what Node itself refuses without a body, and a stream that HEAD asks for. */
import { once } from "node:events";
import net from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningAppliance, startAppliance } from "../../support/appliance.ts";
import { type OpenedSession, openSession } from "../../support/site.ts";

let appliance: RunningAppliance;
let session: OpenedSession;
beforeAll(async () => {
  appliance = await startAppliance();
  const project = await appliance.createProject();
  session = await openSession(appliance.url, project, { material_id: "m", callback_url: "http://localhost:9/" });
});
afterAll(() => appliance.close());

async function ask(url: string, head: string[]): Promise<{ status: number; headers: string; body: string }> {
  const { port } = new URL(url);
  const socket = net.connect(Number(port), "127.0.0.1");
  await once(socket, "connect");
  socket.write([...head, "Connection: close", "", ""].join("\r\n"));
  const [headers = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  return { status: Number(headers.split(" ")[1]), headers, body };
}

it("a request without a Host is a 400 as JSON", async () => {
  for (const url of [appliance.url, appliance.consoleUrl]) {
    const { status, body } = await ask(url, ["GET /healthz HTTP/1.1"]);
    expect([status, JSON.parse(body)]).toEqual([400, { detail: "The request has no Host header." }]);
  }
});

it("an expectation that is none of HTTP's is a 417 as JSON", async () => {
  const { host } = new URL(appliance.url);
  const { status, body } = await ask(appliance.url, ["GET /healthz HTTP/1.1", `Host: ${host}`, "Expect: a miracle"]);
  expect([status, JSON.parse(body)]).toEqual([417, { detail: "The only supported expectation is 100-continue." }]);
});

it("HEAD of an event stream has an end", async () => {
  const editor = `/editor/api/sessions/${session.session_id}/events`;
  const streams: [url: string, path: string, token: string | undefined][] = [
    [appliance.url, editor, session.url.split("#t=")[1]],
    [appliance.consoleUrl, "/api/events", appliance.consoleToken],
  ];
  for (const [url, path, token] of streams) {
    const head = [`HEAD ${path} HTTP/1.1`, `Host: ${new URL(url).host}`, `Authorization: Bearer ${token}`];
    const { status, headers, body } = await ask(url, head);
    expect([status, body]).toEqual([200, ""]);
    expect(headers).toMatch(/^Content-Type: text\/event-stream/im);
  }
});
