/** Found by generated requests: an article may be deleted between the login of a request and the end of its body. */
import { once } from "node:events";
import http from "node:http";
import { json } from "node:stream/consumers";
import { expect, it } from "vitest";
import { keptLog } from "../../../support/appliance.ts";
import { startNewsroom } from "../../../support/newsroom.ts";

const log = keptLog();
const { appliance, article } = await startNewsroom({ log });

it.each([
  ["POST", "/media?name=a.txt", "words"],
  [
    "PUT",
    "/draft",
    '{"client_id":"t","base_version":null,"vms_json":{"format":"galley/1","doc":{"type":"doc","content":[{"type":"paragraph"}]},"assets":{}}}',
  ],
  ["POST", "/versions", '{"save_id":"s","base_version":null,"vms_json":{"format":"galley/1","doc":{"type":"doc"}}}'],
])("%s %s is a 404, and no line in the log", async (method, path, body) => {
  const { session } = await article(`deleted ${path}`);
  const request = http.request(`${appliance.url}/editor/api/sessions/${session.session_id}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${session.url.split("#t=")[1]}`,
      "content-length": body.length,
      expect: "100-continue",
    },
  });
  request.flushHeaders();
  // The request has been let in and waits for its body.
  await once(request, "continue");
  request.write(body.slice(0, 1));
  await fetch(`${appliance.url}/healthz`);
  await appliance.console("DELETE", `/sessions/${session.session_id}`);
  request.end(body.slice(1));
  const [answer] = (await once(request, "response")) as [http.IncomingMessage];
  expect([answer.statusCode, await json(answer)]).toMatchObject([404, { detail: expect.any(String) }]);
  expect(log.lines.filter((line) => line.startsWith("error"))).toEqual([]);
});
