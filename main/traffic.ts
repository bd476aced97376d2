/** Only the console's own requests leave the window; Chromium sends none of its own. `server/outbound` limits the service's requests. */
import { app, type Session, session } from "electron";

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
