/** Links that leave the window. */
import { clipboard, dialog, shell } from "electron";
import type { Log } from "../server/core/runtime.ts";
import { browserAddress } from "./browser-address.ts";

/** Opens a link in the person's browser; one that may not go there is dropped, as a blocked popup is. */
export type OpenLink = (link: string) => void;

/** A system without a browser rejects: the person is given the address instead. */
export function browserOpener(log: Log): OpenLink {
  return (link) => {
    const address = browserAddress(link);
    if (address === null) return;
    shell.openExternal(address).catch(async (error: unknown) => {
      log.warn(`The browser could not be opened at ${withoutSecrets(address)}: ${String(error)}`);
      const { response } = await dialog.showMessageBox({
        type: "warning",
        message: "Galley could not open your browser.",
        detail: `Copy this address and open it in a browser yourself:\n${address}`,
        buttons: ["Copy address", "Close"],
        defaultId: 0,
        cancelId: 1,
      });
      if (response === 0) await clipboard.writeText(address);
    });
  };
}

/** An address may let its reader in, by its query or the part behind #. */
function withoutSecrets(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}
