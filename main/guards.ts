/** Restrictions on every page of the desktop app. */
import { app, clipboard, type Session, shell } from "electron";
import type { Log } from "../server/core/runtime.ts";
import { showBox } from "./boxes.ts";
import { browserUrl } from "./browser-url.ts";

const CLIPBOARD_WRITE = "clipboard-sanitized-write";

/** All pages: no embedded pages and no second window; links open in the browser. */
export function guardWebContents(openLink: OpenLink): void {
  app.on("web-contents-created", (_event, contents) => {
    contents.on("will-attach-webview", (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      openLink(url);
      return { action: "deny" };
    });
  });
}

/** Pages of one session: the only permission is writing to the clipboard, and only for `origin`. */
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

/** Opens a link in the default browser; drops a link that is not allowed, like a popup blocker. */
export type OpenLink = (link: string) => void;

export function browserOpener(log: Log): OpenLink {
  return (link) => {
    const url = browserUrl(link);
    if (url === null) return;
    shell.openExternal(url).catch(async (error: unknown) => {
      log.warn(`Could not open the browser at ${withoutSecrets(url)}: ${String(error)}`);
      const { response } = await showBox({
        type: "warning",
        message: "Galley could not open your browser.",
        detail: `Copy this URL and open it in a browser:\n${url}`,
        buttons: ["Copy URL", "Close"],
        defaultId: 0,
        cancelId: 1,
      });
      if (response === 0) await clipboard.writeText(url);
    });
  };
}

/** Drops query and fragment, which may contain a token. */
function withoutSecrets(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
