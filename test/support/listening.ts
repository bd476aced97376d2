/** Servers of a test on free loopback ports. */
import { randomInt } from "node:crypto";
import { once } from "node:events";
import net, { type AddressInfo } from "node:net";

export interface Listening {
  port: number;
  /** Such as 127.0.0.1:5123. */
  host: string;
  /** Ends every connection, too. */
  close(): Promise<void>;
}

export async function listening(server: net.Server, at = 0): Promise<Listening> {
  const sockets = new Set<net.Socket>();
  server.on("connection", (socket: net.Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(at, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    host: `127.0.0.1:${port}`,
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Below the range from which the system gives ports to connections: nothing takes it before the test does. */
const LOWEST = 20_000;
const HIGHEST = 32_000;

/** A loopback port that was free a moment ago. */
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

/** Ports that are free now, as flags: a restarted appliance has the same ones. */
export async function freePorts(): Promise<string[]> {
  const ports = new Set<number>();
  while (ports.size < 3) ports.add(await freePort());
  const [port, consolePort, sandboxPort] = [...ports].map(String) as [string, string, string];
  return ["--port", port, "--console-port", consolePort, "--sandbox-port", sandboxPort];
}
