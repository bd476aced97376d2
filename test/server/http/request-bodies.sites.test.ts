/** Unfinished bodies of strangers do not block a site with a recent valid signature. */
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

/** Starts an unsigned open from a separate IP address, with an incomplete body. */
async function leaveUnfinished(n: number): Promise<void> {
  const localAddress = `127.1.${n >> 8}.${n & 255 || 1}`;
  const socket = net.connect({ port: Number(new URL(appliance.url).port), host: "127.0.0.1", localAddress });
  sockets.push(socket.on("error", () => undefined));
  await once(socket, "connect");
  const head = `POST /integration/session/open HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${2 * BYTES}\r\n\r\n`;
  socket.write(head + " ".repeat(BYTES));
}

// Other systems have only one loopback address.
it.runIf(process.platform === "linux")("accepts a large open while strangers exhaust their budget", async () => {
  await open("first", 1);
  for (let n = 0; n < STRANGERS; n++) await leaveUnfinished(n);
  // The budget is exhausted when the first strangers are rejected.
  await eventually(async () => expect(sockets.some(({ bytesRead }) => bytesRead > 0)).toBe(true));
  for (const size of [1_000, 500_000]) await open(`size-${size}`, size);
});
