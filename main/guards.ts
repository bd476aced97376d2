/** Restrictions on every page of the desktop app, and on the traffic of its windows. */
import { app, clipboard, type Session, session, shell } from "electron";
import type { Log } from "../server/core/runtime.ts";
import { chooseButton } from "./boxes.ts";
import { browserUrl } from "./texts.ts";

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
      const chosen = await chooseButton({
        type: "warning",
        message: "Galley could not open your browser.",
        detail: `Copy this URL and open it in a browser:\n${url}`,
        buttons: ["Copy URL", "Close"],
        cancelId: 1,
      });
      if (chosen === 0) await clipboard.writeText(url);
    });
  };
}

/** Drops query and fragment, which may contain a token. */
function withoutSecrets(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/** Disables Chromium's own requests. Call it before the app is ready. */
export function disableBackgroundTraffic(): void {
  const { commandLine } = app;
  commandLine.appendSwitch("disable-background-networking");
  commandLine.appendSwitch("disable-component-update");
  commandLine.appendSwitch("disable-domain-reliability");
  commandLine.appendSwitch("no-pings");
  // The window only connects to this machine. Without this switch, Windows searches the network for a proxy script.
  commandLine.appendSwitch("no-proxy-server");
}

/** Disables secure DNS and the default session, which is unused. Call it once the app is ready. */
export function closeDefaultSession(): void {
  app.configureHostResolver({ secureDnsMode: "off" });
  restrictTraffic(session.defaultSession, () => null);
}

/** @param origin the only origin that the session's pages may request; null for none */
export function restrictTraffic(restricted: Session, origin: () => string | null): void {
  // Enabled or with a language, it would download a dictionary.
  restricted.setSpellCheckerEnabled(false);
  restricted.setSpellCheckerLanguages([]);
  restricted.webRequest.onBeforeRequest(({ url }, decide) => decide({ cancel: !isAllowed(url, origin()) }));
}

function isAllowed(requested: string, origin: string | null): boolean {
  const url = URL.parse(requested);
  if (url === null) return false;
  // The developer tools are pages of the same session; a packed app has none.
  if (url.protocol === "devtools:") return !app.isPackaged;
  return url.protocol === "data:" || (origin !== null && url.origin === origin);
}

/** Keeps choices that pages stored, such as language and colours. Resolves after earlier logins are removed. */
export async function openWindowSession(): Promise<Session> {
  // Without a cache: API responses and images of articles are stored by the service only.
  const opened = session.fromPartition("persist:console", { cache: false });
  await opened.clearStorageData({
    storages: ["cookies", "filesystem", "indexdb", "shadercache", "serviceworkers", "cachestorage"],
  });
  return opened;
}
