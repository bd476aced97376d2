import type { Download, Downloaded } from "./commands.ts";
import { connect, requestBytes } from "./connection.ts";

/** A new connection each time, as a site makes one. The time runs from the request to the last byte. */
export async function download({ url, headers }: Download): Promise<Downloaded> {
  const connection = await connect(url);
  const started = performance.now();
  const { status, bytes } = await connection.send(requestBytes("GET", url, headers));
  const ms = performance.now() - started;
  connection.close();
  if (status !== 200) throw new Error(`The download was answered with ${status}.`);
  return { ms, bytes };
}
