/** What a second start on a data folder prints for `--json`: where the one that runs is. */

import { readAddress } from "../admin/network/running-address.ts";
import { readyLine } from "../config/config.ts";
import type { ConsoleLinkView } from "../contracts/access-api.ts";
import type { SettingsView } from "../contracts/settings-api.ts";
import { AppError } from "../core/errors.ts";
import { askRunning } from "./running-appliance.ts";

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
