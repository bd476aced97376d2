/** What no page of the desktop app may do, whichever window it is in. */
import { app, type Session } from "electron";
import type { OpenLink } from "./external-links.ts";

/** A copy button needs it; it writes text only, and only upon a click. */
const CLIPBOARD_WRITE = "clipboard-sanitized-write";

/** Every page that will ever be made: no embedded pages, no second window; links to the web go to the browser. */
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
