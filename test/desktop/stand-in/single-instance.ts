/** One process a user data folder: a UNIX socket in it, on which a second start leaves its arguments and goes. */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";

/** Connects, sends, and ends with 0 only where a first process took it. */
const SEND = `require("node:net").connect(process.argv[1]).on("error", () => process.exit(1)).end(process.argv[2], () => process.exit(0))`;

interface Left {
  argv: string[];
  cwd: string;
  additionalData: unknown;
}

/** True for the first process of `userData`; false after what the second one leaves was handed to the first. */
export function takeSingleInstanceLock(
  userData: string,
  additionalData: unknown,
  onSecond: (argv: string[], cwd: string, additionalData: unknown) => void,
): boolean {
  fs.mkdirSync(userData, { recursive: true });
  const socket = path.join(userData, "SingletonSocket");
  const message = JSON.stringify({ argv: process.argv, cwd: process.cwd(), additionalData } satisfies Left);
  if (fs.existsSync(socket)) {
    if (spawnSync(process.execPath, ["-e", SEND, socket, message]).status === 0) return false;
    fs.rmSync(socket);
  }
  const server = net.createServer(async (connection) => {
    const left = JSON.parse(Buffer.concat(await connection.toArray()).toString()) as Left;
    onSecond(left.argv, left.cwd, left.additionalData);
  });
  server.listen(socket).unref();
  process.once("exit", () => fs.rmSync(socket, { force: true }));
  return true;
}
