import { once } from "node:events";
import net from "node:net";

export interface Unfinished {
  socket: net.Socket;
  /** The response so far. */
  answer(): string;
  /** Resolves when the connection has ended. */
  ended: Promise<void>;
}

/**
 * Sends a head and only a part of its body.
 * @param head without the empty line
 */
export async function leaveUnfinished(url: string, head: string[], part: Uint8Array): Promise<Unfinished> {
  const { hostname, port, host } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  let answer = "";
  const ended = new Promise<void>((resolve) => {
    socket.on("data", (data) => (answer += data)).on("error", () => resolve());
    socket.on("close", () => resolve());
  });
  await once(socket, "connect");
  const [first = "", ...headers] = head;
  socket.write([first, `Host: ${host}`, ...headers, "", ""].join("\r\n"));
  await Promise.race([new Promise((resolve) => socket.write(part, resolve)), ended]);
  return { socket, answer: () => answer, ended };
}
