/** A second start on a data folder that is asked for `--json`: it prints where the one that runs is, and goes. */
import { readyLine } from "../server/appliance.ts";
import { askRunning } from "../server/commands/running-appliance.ts";
import type { ConsoleLinkView } from "../server/contracts/access-api.ts";
import type { SettingsView } from "../server/contracts/settings-api.ts";
import { AppError } from "../server/core/errors.ts";
import { readAddress } from "../server/network/running-address.ts";

/**
 * The `ready` line of the running one, with a link of its own.
 * @throws AppError with a sentence where it cannot be asked
 */
export async function runningLine(dataDir: string): Promise<string> {
  const { link } = await askRunning<ConsoleLinkView>(dataDir, "POST", "/console-link");
  const { appliance } = await askRunning<SettingsView>(dataDir, "GET", "/settings");
  const at = readAddress(dataDir);
  if (at === null) throw new AppError("conflict", "The running Galley has just ended.");
  const addresses = { url: at.url, consoleUrl: appliance.console_url, sandboxUrl: appliance.sandbox_url };
  return readyLine({ addresses, consoleLink: link, dataDir, version: appliance.version });
}
