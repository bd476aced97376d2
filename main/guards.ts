/** Restrictions on every page of the desktop app. */
import { app, clipboard, type Session, shell } from "electron";
import type { Log } from "../server/core/runtime.ts";
import { showBox } from "./boxes.ts";
import { browserAddress } from "./browser-address.ts";

const CLIPBOARD_WRITE = "clipboard-sanitized-write";

/** All pages: no embedded pages, no second window; links to the web go to the browser. */
export function guardWebContents(openLink: OpenLink): void {
  app.on("web-contents-created", (_event, contents) => {
    contents.on("will-attach-webview", (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      openLink(url);
      return { action: "deny" };
    });
  });
}

/** The pages of one session: no permission but writing to the clipboard, and that to `origin` alone. */
export function guardPermissions(session: Session, origin: string): void {
  const isGranted = (permission: string, url: string): boolean =>
    permission === CLIPBOARD_WRITE && URL.parse(url)?.origin === origin;
  session.setPermissionRequestHandler((_contents, permission, decide, details) =>
    decide(isGranted(permission, details.requestingUrl)),
  );
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin) =>
    isGranted(permission, requestingOrigin),
  );
  session.setDevicePermissionHandler(() => false);
}

// Links that leave the window.

/** Opens a link in the person's browser; one that may not go there is dropped, as a blocked popup is. */
export type OpenLink = (link: string) => void;

export function browserOpener(log: Log): OpenLink {
  return (link) => {
    const address = browserAddress(link);
    if (address === null) return;
    shell.openExternal(address).catch(async (error: unknown) => {
      log.warn(`The browser could not be opened at ${withoutSecrets(address)}: ${String(error)}`);
      const { response } = await showBox({
        type: "warning",
        message: "Galley could not open your browser.",
        detail: `Copy this URL and open it in a browser:\n${address}`,
        buttons: ["Copy URL", "Close"],
        defaultId: 0,
        cancelId: 1,
      });
      if (response === 0) await clipboard.writeText(address);
    });
  };
}

/** A query or a part behind # may hold a token. */
function withoutSecrets(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}
