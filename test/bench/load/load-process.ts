/** The load generator, a process of its own: does what it is asked over IPC, one command at a time. */
import type { Command } from "./commands.ts";
import { download } from "./download.ts";
import { mixed } from "./mixed.ts";
import { newsroom } from "./newsroom.ts";
import { together } from "./together.ts";
import { turn } from "./turn.ts";

function run(command: Command): Promise<object> {
  switch (command.kind) {
    case "turn":
      return turn(command);
    case "download":
      return download(command);
    case "newsroom":
      return newsroom(command);
    case "together":
      return together(command);
    case "mixed":
      return mixed(command);
  }
}

process.on("message", (command: Command) => {
  run(command).then(
    (answer) => process.send?.(answer),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
process.on("disconnect", () => process.exit());
process.stdout.write('{"event":"ready"}\n');
