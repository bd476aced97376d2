/** Links that leave the window. */
import { shell } from "electron";
import { browserAddress } from "./browser-address.ts";

/** Opens a link in the person's browser; one that may not go there is dropped, as a blocked popup is. */
export function openInBrowser(link: string): void {
  const address = browserAddress(link);
  if (address !== null) void shell.openExternal(address);
}
