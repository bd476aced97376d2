/** One process a user data folder: a UNIX socket in it, on which a second start leaves its arguments and goes. */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";

/** Connects, sends, and ends with 0 only where a first process took it. */
const SEND = `require("node:net").connect(process.argv[1]).on("error", () => process.exit(1)).end(process.argv[2], () => process.exit(0))`;

/** True for the first process of `userData`; false after the second one's arguments were handed to the first. */
export function takeSingleInstanceLock(userData: string, onSecond: (argv: string[], cwd: string) => void): boolean {
  fs.mkdirSync(userData, { recursive: true });
  const socket = path.join(userData, "SingletonSocket");
  const message = JSON.stringify({ argv: process.argv, cwd: process.cwd() });
  if (fs.existsSync(socket)) {
    if (spawnSync(process.execPath, ["-e", SEND, socket, message]).status === 0) return false;
    fs.rmSync(socket);
  }
  const server = net.createServer(async (connection) => {
    const { argv, cwd } = JSON.parse(Buffer.concat(await connection.toArray()).toString()) as {
      argv: string[];
      cwd: string;
    };
    onSecond(argv, cwd);
  });
  server.listen(socket).unref();
  process.once("exit", () => fs.rmSync(socket, { force: true }));
  return true;
}
