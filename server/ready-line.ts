/** What `--json` prints, headless and on the desktop alike. */
import type { Addresses } from "./appliance.ts";

export interface Ready {
  addresses: Addresses;
  /** Logs in once. */
  consoleLink: string;
  dataDir: string;
  version: string;
}

/** One line of JSON with its line end: the first on stdout, once every listener is up. */
export function readyLine({ addresses, consoleLink, dataDir, version }: Ready): string {
  const ready = {
    event: "ready",
    url: addresses.url,
    console_url: addresses.consoleUrl,
    console_link: consoleLink,
    sandbox_url: addresses.sandboxUrl,
    data_dir: dataDir,
    version,
  };
  return `${JSON.stringify(ready)}\n`;
}
