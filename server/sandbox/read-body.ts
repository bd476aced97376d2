/** Reading the body of a request up to a limit. */
import type { IncomingMessage } from "node:http";

/** How long a sender that has been told "too large" may still send before the connection is cut, ms. */
const LINGER_MS = 250;

/**
 * The whole body as text, or null as soon as it is known to be longer than `limit` bytes. Then the caller answers at
 * once, and the sender gets a moment to read that before the connection ends.
 */
export function readBody(req: IncomingMessage, limit: number): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const tooLarge = () => {
      req.off("data", onData).resume();
      setTimeout(() => req.destroy(), LINGER_MS).unref();
      resolve(null);
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) return tooLarge();
      chunks.push(chunk);
    };
    req.on("error", reject);
    if (Number(req.headers["content-length"] ?? 0) > limit) return tooLarge();
    req.on("data", onData).on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
  });
}
