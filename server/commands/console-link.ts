/** `galley console-link`: prints a one-time login link for the console of the running service. */
import type { ConsoleLinkView } from "../contracts/access-api.ts";
import { type Command, dataDirArgs, EXIT, readCommand } from "./command.ts";
import { requireRunning } from "./data-folder-advice.ts";
import { enterDataDir } from "./folder-owner.ts";
import { askRunning } from "./running-appliance.ts";

export const consoleLink: Command = {
  failed: "No link was created.",
  async run(args, io) {
    const { values } = readCommand("console-link", args);
    const dataDir = enterDataDir(dataDirArgs(values), io);
    requireRunning(dataDir, "console-link", "Start it, which prints a link, or set its data folder with --data-dir.");
    const { link, expires_at } = await askRunning<ConsoleLinkView>(dataDir, "POST", "/console-link");
    io.out(values.json ? `${JSON.stringify({ console_link: link, expires_at, data_dir: dataDir })}\n` : `${link}\n`);
    return EXIT.fine;
  },
};
