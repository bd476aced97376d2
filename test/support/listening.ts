/** Starts servers on free loopback ports. */
import { randomInt } from "node:crypto";
import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { eventually } from "./eventually.ts";

export interface Listening {
  port: number;
  /** Such as 127.0.0.1:5123. */
  host: string;
  /** Also ends every connection. */
  close(): Promise<void>;
}

export async function listening(server: net.Server, at = 0, address = "127.0.0.1"): Promise<Listening> {
  const sockets = new Set<net.Socket>();
  server.on("connection", (socket: net.Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(at, address);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    host: `${address}:${port}`,
    async close() {
      if (!server.listening) return;
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Below the range of ephemeral ports, so that no outgoing connection takes a port before the test does. */
const LOWEST = 20_000;
const HIGHEST = 32_000;

/** A loopback port that is currently free. */
export async function freePort(): Promise<number> {
  for (;;) {
    const server = net.createServer();
    const { promise, resolve } = Promise.withResolvers<boolean>();
    server.once("error", () => resolve(false)).once("listening", () => resolve(true));
    const port = randomInt(LOWEST, HIGHEST);
    server.listen(port, "127.0.0.1");
    const isFree = await promise;
    server.close();
    if (isFree) return port;
  }
}

/** Waits until another process listens on a loopback port. @throws after 20 s */
export function waitForPort(port: number): Promise<void> {
  return eventually(async () => {
    const socket = net.connect(port, "127.0.0.1");
    await once(socket, "connect").finally(() => socket.destroy());
  });
}

/** Flags with free ports, so that a restarted appliance keeps its ports. */
export async function freePorts(): Promise<string[]> {
  const ports = new Set<number>();
  while (ports.size < 3) ports.add(await freePort());
  const [port, consolePort, sandboxPort] = [...ports].map(String) as [string, string, string];
  return ["--port", port, "--console-port", consolePort, "--sandbox-port", sandboxPort];
}
