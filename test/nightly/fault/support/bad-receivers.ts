/** Receivers of callbacks as they should not be. */
import { once } from "node:events";
import http, { type ServerResponse } from "node:http";
import net, { type AddressInfo, type Socket } from "node:net";

export interface BadReceiver {
  callbackUrl: string;
  close(): void;
}

/** Answers each request with what `behave` does to the response, or to the bare connection. */
export async function startBadReceiver(behave: (res: ServerResponse) => void): Promise<BadReceiver> {
  const server = http.createServer((req, res) => {
    req.resume().on("end", () => behave(res));
    // Whoever calls may hang up on it at any time.
    res.on("error", () => undefined);
  });
  return listening(server, () => server.closeAllConnections());
}

/** Answers the first bytes of each connection with bytes of its own. */
export async function startNonsense(behave: (socket: Socket) => void): Promise<BadReceiver> {
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    socket.once("data", () => behave(socket));
  });
  return listening(server, () => {
    for (const socket of sockets) socket.destroy();
  });
}

async function listening(server: net.Server, hangUp: () => void): Promise<BadReceiver> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    callbackUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    close() {
      server.close();
      hangUp();
    },
  };
}

/** Writes the same piece over and over until so much was taken or the other end hung up. */
export function pour(to: Socket | ServerResponse, piece: Buffer, totalBytes: number): void {
  let left = totalBytes;
  const more = () => {
    while (left > 0 && !to.destroyed) {
      left -= piece.length;
      if (!to.write(piece)) return void to.once("drain", more);
    }
    to.end();
  };
  more();
}
