/** Receivers that violate the contract. */
import http, { type ServerResponse } from "node:http";
import net, { type Socket } from "node:net";
import { listening } from "../../../support/listening.ts";

export interface BadReceiver {
  callbackUrl: string;
  close(): Promise<void>;
}

/** Calls `behave` with the response of each request. */
export async function startBadReceiver(behave: (res: ServerResponse) => void): Promise<BadReceiver> {
  const server = http.createServer((req, res) => {
    req.resume().on("end", () => behave(res));
    // The caller may close the connection at any time.
    res.on("error", () => undefined);
  });
  return receiverAt(server);
}

/** Calls `behave` with the socket after the first bytes of each connection. */
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

/** Writes a piece repeatedly until `totalBytes` are written or the connection closes. */
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
