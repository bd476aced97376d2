import type net from "node:net";
import { listening } from "./listening.ts";
import { atEnd } from "./newsroom.ts";

/** Listens on a free loopback port until the test or the file ends. @returns its origin, with http */
export async function served(server: net.Server): Promise<string> {
  const { host, close } = await listening(server);
  atEnd(async () => {
    if (server.listening) await close();
  });
  return `http://${host}`;
}
