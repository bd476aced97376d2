import net from "node:net";
import { setTimeout as after } from "node:timers/promises";

const TRY_EVERY_MS = 50;
const LONGEST_MS = 15_000;

/** Waits until a program listens on a port of 127.0.0.1. @throws after 15 s */
export async function waitForPort(port: number, program: string): Promise<void> {
  for (const end = performance.now() + LONGEST_MS; performance.now() < end; ) {
    if (await accepts(port)) return;
    await after(TRY_EVERY_MS);
  }
  throw new Error(`${program} does not listen on port ${port}.`);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1");
    const end = (up: boolean) => () => {
      socket.destroy();
      resolve(up);
    };
    socket.once("connect", end(true)).once("error", end(false));
  });
}
