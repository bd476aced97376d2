/** Receivers of callbacks as they should not be. */
import http, { type ServerResponse } from "node:http";
import net, { type Socket } from "node:net";
import { listening } from "../../../support/listening.ts";

export interface BadReceiver {
  callbackUrl: string;
  close(): Promise<void>;
}

/** Answers each request with what `behave` does to the response, or to the bare connection. */
export async function startBadReceiver(behave: (res: ServerResponse) => void): Promise<BadReceiver> {
  const server = http.createServer((req, res) => {
    req.resume().on("end", () => behave(res));
    // Whoever calls may hang up on it at any time.
    res.on("error", () => undefined);
  });
  return receiverAt(server);
}

/** Answers the first bytes of each connection with bytes of its own. */
export async function startNonsense(behave: (socket: Socket) => void): Promise<BadReceiver> {
  const server = net.createServer((socket) => {
    socket.on("error", () => undefined).once("data", () => behave(socket));
  });
  return receiverAt(server);
}

async function receiverAt(server: net.Server): Promise<BadReceiver> {
  const { host, close } = await listening(server);
  return { callbackUrl: `http://${host}/callback`, close };
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
