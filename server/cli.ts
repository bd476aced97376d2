/** The entry without Electron: `node dist/main/cli.js [command] [flags]`, from the sources `node server/cli.ts …`. */
import path from "node:path";
import { runCommand } from "./commands/commands.ts";
import { outliveReaders } from "./core/unforeseen.ts";

/** Run from the sources in server/, or as the bundle in dist/main/. */
const root = path.resolve(import.meta.dirname, path.basename(import.meta.dirname) === "server" ? ".." : "../..");

/** What Galley is built and tested with; older ones lack parts of the language that it uses. */
const LEAST_NODE = 24;

if (Number.parseInt(process.versions.node, 10) < LEAST_NODE) {
  process.stderr.write(
    `Galley did not start. It needs Node ${LEAST_NODE}, and this is ${process.versions.node}. "npm start" brings its own; a command runs with it as "node_modules/.bin/node dist/main/cli.js".\n`,
  );
  process.exit(1);
}

outliveReaders();
const exitCode = await runCommand(process.argv.slice(2), {
  root,
  env: process.env,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  endNow: (code) => process.exit(code),
});
// Only once a slow reader has taken the last words.
process.stdout.write("", () => process.exit(exitCode));
