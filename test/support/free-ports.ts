/** Ports that are free now, as flags: a restarted appliance has the same ones. */
import { once } from "node:events";
import { createServer } from "node:net";

/** Held at the same time, so that they differ. */
export async function freePorts(): Promise<string[]> {
  const flags = ["--port", "--console-port", "--sandbox-port"];
  const servers = flags.map(() => createServer().listen(0, "127.0.0.1"));
  const ports = await Promise.all(
    servers.map(async (server) => {
      await once(server, "listening");
      const address = server.address();
      server.close();
      await once(server, "close");
      return typeof address === "object" && address !== null ? String(address.port) : "0";
    }),
  );
  return flags.flatMap((flag, index) => [flag, ports[index] ?? "0"]);
}
