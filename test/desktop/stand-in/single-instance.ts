/** One process per user data folder: a second start sends its arguments to a UNIX socket in the folder and exits. */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";

/** Connects and sends; exits with 0 if the first process received the message. */
const SEND = `require("node:net").connect(process.argv[1]).on("error", () => process.exit(1)).end(process.argv[2], () => process.exit(0))`;

interface Message {
  argv: string[];
  cwd: string;
  additionalData: unknown;
}

/** True for the first process of `userData`; false after the first process received this one's message. */
export function takeSingleInstanceLock(
  userData: string,
  additionalData: unknown,
  onSecond: (argv: string[], cwd: string, additionalData: unknown) => void,
): boolean {
  fs.mkdirSync(userData, { recursive: true });
  const socket = path.join(userData, "SingletonSocket");
  const message = JSON.stringify({ argv: process.argv, cwd: process.cwd(), additionalData } satisfies Message);
  if (fs.existsSync(socket)) {
    if (spawnSync(process.execPath, ["-e", SEND, socket, message]).status === 0) return false;
    fs.rmSync(socket);
  }
  const server = net.createServer(async (connection) => {
    const left = JSON.parse(Buffer.concat(await connection.toArray()).toString()) as Message;
    onSecond(left.argv, left.cwd, left.additionalData);
  });
  server.listen(socket).unref();
  process.once("exit", () => fs.rmSync(socket, { force: true }));
  return true;
}
