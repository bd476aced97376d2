/** What is left of bodies that were read as JSON, before any garbage collector comes round. */
import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { galley, requestBodies } from "../../support/server.ts";

const BODIES = 200;
const BODY_BYTES = 100_000;

it("holds the bytes of no body that is parsed, however many came", async () => {
  const before = process.memoryUsage().arrayBuffers;
  const bodies = requestBodies();
  let most = 0;
  const server = http
    .createServer((req, res) => {
      bodies.begin(req, res);
      void galley.readJson(req, 2 * BODY_BYTES).then((value) => {
        most = Math.max(most, process.memoryUsage().arrayBuffers - before);
        res.writeHead((value as string).length === BODY_BYTES - 2 ? 204 : 500).end();
      });
    })
    .listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = net.connect((server.address() as AddressInfo).port, "127.0.0.1");
  const request = Buffer.from(
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${BODY_BYTES}\r\n\r\n${JSON.stringify("x".repeat(BODY_BYTES - 2))}`,
  );
  for (let n = 0; n < BODIES; n++) {
    socket.write(request);
    const [answer] = (await once(socket, "data")) as [Buffer];
    expect(answer.toString("latin1")).toMatch(/^HTTP\/1\.1 204/);
  }
  socket.destroy();
  server.close();
  expect(most).toBeLessThan((BODIES * BODY_BYTES) / 4);
});
