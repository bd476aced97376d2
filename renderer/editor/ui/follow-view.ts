/**
 * Keeps head and foot at the edges of what is seen. Where a phone's keyboard lies over the page instead of making the
 * window smaller, only the visual viewport tells; the sheets take its edges, and the heights of head and foot, from
 * properties of the root.
 */

/** What is missing below by at least this is a keyboard. CSS pixels. */
const LEAST_KEYBOARD = 120;
/** Above this the page is pinched larger: then one looks at a part of it, and nothing follows. */
const MOST_SCALE = 1.01;

/** `--above-view`, `--below-view`, `--head`, `--foot`, `--notices` for what lies over the foot, and `data-keyboard` on the root. @returns ends that */
export function followView(page: Element): () => void {
  const root = document.documentElement;
  const head = page.querySelector(".head");
  const foot = page.querySelector(".writing-foot");
  const notices = page.querySelector(".notices");
  const seen = window.visualViewport;

  const setEdges = () => {
    const isWhole = seen === null || seen.scale > MOST_SCALE;
    const above = isWhole ? 0 : Math.max(0, seen.offsetTop);
    const below = isWhole ? 0 : Math.max(0, window.innerHeight - seen.offsetTop - seen.height);
    root.style.setProperty("--above-view", `${above}px`);
    root.style.setProperty("--below-view", `${below}px`);
    root.toggleAttribute("data-keyboard", below >= LEAST_KEYBOARD);
  };
  const setHeights = () => {
    for (const [name, part] of [
      ["--head", head],
      ["--foot", foot],
      ["--notices", notices],
    ] as const)
      root.style.setProperty(name, `${part?.getBoundingClientRect().height ?? 0}px`);
  };

  const observer = new ResizeObserver(setHeights);
  for (const bar of [head, foot, notices]) if (bar !== null) observer.observe(bar);
  setHeights();
  setEdges();
  seen?.addEventListener("resize", setEdges);
  seen?.addEventListener("scroll", setEdges);
  return () => {
    observer.disconnect();
    seen?.removeEventListener("resize", setEdges);
    seen?.removeEventListener("scroll", setEdges);
    for (const name of ["--above-view", "--below-view", "--head", "--foot", "--notices"])
      root.style.removeProperty(name);
    root.removeAttribute("data-keyboard");
  };
}
