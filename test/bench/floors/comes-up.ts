/** The wait until a program listens on the port that it was given. */
import net from "node:net";
import { setTimeout as after } from "node:timers/promises";

const TRY_EVERY_MS = 50;
const LONGEST_MS = 15_000;

/** Waits until something listens on a port of 127.0.0.1. @throws where nothing does within 15 s, naming the program */
export async function comesUp(port: number, program: string): Promise<void> {
  for (const end = performance.now() + LONGEST_MS; performance.now() < end; ) {
    if (await answers(port)) return;
    await after(TRY_EVERY_MS);
  }
  throw new Error(`${program} did not come up.`);
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1");
    const end = (up: boolean) => () => {
      socket.destroy();
      resolve(up);
    };
    socket.once("connect", end(true)).once("error", end(false));
  });
}
