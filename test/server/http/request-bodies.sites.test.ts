/** Bodies that many strangers leave unfinished do not shut out a site that has signed before. */
import { once } from "node:events";
import net from "node:net";
import { afterAll, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { startNewsroom } from "../../support/newsroom.ts";

const STRANGERS = 900;
const BYTES = 40 * 1024;

const { appliance, open: openArticle } = await startNewsroom();
const sockets: net.Socket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

const open = (material: string, bytes: number) => openArticle(material, { vms_json: { text: "x".repeat(bytes) } });

/** An unsigned open from an address of its own, most of whose body never comes. */
async function leaveUnfinished(n: number): Promise<void> {
  const localAddress = `127.1.${n >> 8}.${n & 255 || 1}`;
  const socket = net.connect({ port: Number(new URL(appliance.url).port), host: "127.0.0.1", localAddress });
  sockets.push(socket.on("error", () => undefined));
  await once(socket, "connect");
  const head = `POST /integration/session/open HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${2 * BYTES}\r\n\r\n`;
  socket.write(head + " ".repeat(BYTES));
}

// Other systems have one loopback address.
it.runIf(process.platform === "linux")("takes a large open while strangers hold all of their room", async () => {
  await open("first", 1);
  for (let n = 0; n < STRANGERS; n++) await leaveUnfinished(n);
  // The room is full once strangers are turned away.
  await eventually(async () => expect(sockets.some(({ bytesRead }) => bytesRead > 0)).toBe(true));
  for (const size of [1_000, 500_000]) await open(`size-${size}`, size);
});
