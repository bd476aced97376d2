import type { WebContents } from "electron";

/** `--paper` of renderer/shared/tokens.css; a test compares them. */
export const PAPER = { light: "#f6f4ee", dark: "#171614" };

/** URLs of the page's links. They are never requested; the window handles them, since the page has no script. */
export const TRY_AGAIN = "http://galley.invalid/try-again";
export const QUIT = "http://galley.invalid/quit";

/** @param what what happened, in one sentence @param meaning what it means for the newsroom, and what to do */
export function ownPage(what: string, meaning: string): string {
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
<title>Galley</title>
<style>
  :root { color-scheme: light dark; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(${PAPER.light}, ${PAPER.dark});
    color: light-dark(#1d1b18, #ebe7de); font: 1rem/1.5 system-ui, sans-serif; }
  main { max-width: 34rem; padding: 2rem; }
  h1 { font-size: 1.625rem; line-height: 1.25; margin: 0 0 0.75rem; }
  p { margin: 0 0 1.25rem; }
  a { display: inline-block; margin-right: 0.75rem; padding: 0.5rem 1rem; border: 1px solid light-dark(#8a8477, #827c70);
    border-radius: 3px; color: inherit; text-decoration: none; }
  a.first { border-color: transparent; background: light-dark(#1f4fbf, #93b2ff); color: light-dark(#ffffff, #0f1730); }
  a:focus-visible { outline: 2px solid light-dark(#1f4fbf, #93b2ff); outline-offset: 2px; }
</style>
<main role="alert">
  <h1>${escaped(what)}</h1>
  <p>${escaped(meaning)}</p>
  <a class="first" href="${TRY_AGAIN}">Try again</a><a href="${QUIT}">Quit Galley</a>
</main>
</html>`;
  return `data:text/html;charset=utf-8,${encodeURIComponent(page)}`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** Sets the page's fragment, which its router follows (renderer/console/lib/router.tsx). @param origin of the console */
export async function goTo(contents: WebContents, origin: string, path: string): Promise<void> {
  const at = URL.parse(contents.getURL());
  const page = at?.origin === origin ? `${at.origin}${at.pathname}${at.search}` : `${origin}/`;
  await contents.loadURL(`${page}#go=${encodeURIComponent(path)}`);
}
