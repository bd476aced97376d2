/** Leading the window's page to a place of the console, as a link in it would: a form with changes asks first. */
import type { WebContents } from "electron";

/**
 * The place goes behind the `#` of the page that is there, which then goes to it by itself (renderer/console/lib/router.tsx):
 * nothing is loaded anew, and no code is put into a page.
 * @param origin of the console
 * @param path of the console, with its query
 */
export async function goTo(contents: WebContents, origin: string, path: string): Promise<void> {
  const at = URL.parse(contents.getURL());
  const page = at?.origin === origin ? `${at.origin}${at.pathname}${at.search}` : `${origin}/`;
  await contents.loadURL(`${page}#go=${encodeURIComponent(path)}`);
}
