/** Opens a place of the console in the window, as a link would: a form with changes asks first. */
import type { WebContents } from "electron";

/** Sets the `#` of the page, which its router follows (renderer/console/lib/router.tsx). @param origin of the console */
export async function goTo(contents: WebContents, origin: string, path: string): Promise<void> {
  const at = URL.parse(contents.getURL());
  const page = at?.origin === origin ? `${at.origin}${at.pathname}${at.search}` : `${origin}/`;
  await contents.loadURL(`${page}#go=${encodeURIComponent(path)}`);
}
