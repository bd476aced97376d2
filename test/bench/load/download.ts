import { connect, requestBytes } from "./connection.ts";

export interface Download {
  url: string;
  headers: Record<string, string>;
}

/** Downloads over a new connection, as a site does, and discards the bytes. @returns ms from request to last byte */
export async function download({ url, headers }: Download): Promise<{ ms: number; bytes: number }> {
  const connection = await connect(url);
  const started = performance.now();
  const { status, bytes } = await connection.send(requestBytes("GET", url, headers));
  const ms = performance.now() - started;
  connection.close();
  if (status !== 200) throw new Error(`Download: status ${status}.`);
  return { ms, bytes };
}
