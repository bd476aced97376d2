/** Only the console's own requests leave the window; Chromium sends none of its own. The service's requests are server/outbound's. */
import { app, type Session, session } from "electron";

/** Before the app is ready: Chromium's own errands. */
export function forbidErrands(): void {
  const { commandLine } = app;
  commandLine.appendSwitch("disable-background-networking");
  commandLine.appendSwitch("disable-component-update");
  commandLine.appendSwitch("disable-domain-reliability");
  commandLine.appendSwitch("no-pings");
  // The window speaks to this machine alone. Without it, Windows would look for a proxy's script in the network.
  commandLine.appendSwitch("no-proxy-server");
}

/** Once the app is ready: the resolver, and the session that nothing is meant to use. */
export function closeDefaultSession(): void {
  app.configureHostResolver({ secureDnsMode: "off" });
  keepTraffic(session.defaultSession, () => null);
}

/** @param origin the only one that the session's pages may ask, null for none */
export function keepTraffic(ofWindow: Session, origin: () => string | null): void {
  // Enabled or with a language, it would fetch a dictionary.
  ofWindow.setSpellCheckerEnabled(false);
  ofWindow.setSpellCheckerLanguages([]);
  ofWindow.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !mayAsk(url, origin()) }));
}

function mayAsk(address: string, origin: string | null): boolean {
  const url = URL.parse(address);
  if (url === null) return false;
  // The developer tools are pages of the same session; a packed app has none.
  if (url.protocol === "devtools:") return !app.isPackaged;
  return url.protocol === "data:" || (origin !== null && url.origin === origin);
}

/** The window keeps what its pages stored, such as language and colours, but not its login. */

const PARTITION = "persist:console";

/** Resolves when nothing of an earlier login is left to be sent. */
export async function openWindowSession(): Promise<Session> {
  // Answers of the API, articles' pictures among them, are on no disk but the service's own.
  const ofWindow = session.fromPartition(PARTITION, { cache: false });
  await ofWindow.clearStorageData({
    storages: ["cookies", "filesystem", "indexdb", "shadercache", "serviceworkers", "cachestorage"],
  });
  return ofWindow;
}
