/** Reading the body of a request up to a limit. */
import type { IncomingMessage } from "node:http";

/** How long a sender that has been refused may still send before the connection is cut, ms. */
const LINGER_MS = 250;

/** The memory that all bodies under way share: each may be of a modest size, and a thousand of them too much. */
export interface Room {
  /** @param turnAway called where others need the room: the body is dropped */
  open(turnAway: () => void): {
    /** Whether there is room for so many bytes more. */
    take(bytes: number): boolean;
    close(): void;
  };
}

/** The whole body as text, or the status and the sentence that refuse it. */
export type Body = { text: string } | { status: 413 | 503; detail: string };

/**
 * Reads the whole body, or refuses it as soon as it is known to be longer than `limit` bytes or than the room that is
 * left. Then the caller answers at once, and the sender gets a moment to read that before the connection ends.
 */
export function readBody(req: IncomingMessage, limit: number, room: Room): Promise<Body> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let length = 0;
    const refuse = (status: 413 | 503, detail: string) => {
      req.off("data", onData).resume();
      chunks = [];
      share.close();
      setTimeout(() => req.destroy(), LINGER_MS).unref();
      resolve({ status, detail });
    };
    const tooLarge = () => refuse(413, `The body is larger than ${limit} bytes.`);
    const noRoom = () => refuse(503, "This site is receiving more than it has room for. Send it again in a moment.");
    const share = room.open(noRoom);
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) return tooLarge();
      if (!share.take(chunk.length)) return noRoom();
      chunks.push(chunk);
    };
    req.on("error", reject).on("close", share.close);
    if (Number(req.headers["content-length"] ?? 0) > limit) return tooLarge();
    req.on("data", onData).on("end", () => {
      share.close();
      resolve({ text: Buffer.concat(chunks).toString("utf8") });
    });
  });
}
