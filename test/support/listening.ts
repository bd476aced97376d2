/** Servers of a test on free loopback ports. */
import { once } from "node:events";
import net, { type AddressInfo } from "node:net";

export interface Listening {
  port: number;
  /** Such as 127.0.0.1:5123. */
  host: string;
  /** Ends every connection, too. */
  close(): Promise<void>;
}

export async function listening(server: net.Server): Promise<Listening> {
  const sockets = new Set<net.Socket>();
  server.on("connection", (socket: net.Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
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

/** A loopback port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const { port, close } = await listening(net.createServer());
  await close();
  return port;
}

/** Ports that are free now, as flags: a restarted appliance has the same ones. */
export async function freePorts(): Promise<string[]> {
  // Held at the same time, so that they differ.
  const held = await Promise.all(Array.from({ length: 3 }, () => listening(net.createServer())));
  await Promise.all(held.map(({ close }) => close()));
  return ["--port", "--console-port", "--sandbox-port"].flatMap((flag, index) => [flag, String(held[index]?.port)]);
}
