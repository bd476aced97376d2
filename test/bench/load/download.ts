import { connect, requestBytes } from "./connection.ts";

export interface Download {
  url: string;
  headers: Record<string, string>;
}

/** Throws the bytes away. A new connection each time, as a site makes one. The time runs from the request to the last byte. */
export async function download({ url, headers }: Download): Promise<{ ms: number; bytes: number }> {
  const connection = await connect(url);
  const started = performance.now();
  const { status, bytes } = await connection.send(requestBytes("GET", url, headers));
  const ms = performance.now() - started;
  connection.close();
  if (status !== 200) throw new Error(`The download was answered with ${status}.`);
  return { ms, bytes };
}
