/**
 * Paths of the console. What is open and what the lists are filtered by stands in the address, so that reload, the
 * back button and a copied link all keep it.
 */
import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from "react";
import { isKept, whenFreeToLeave } from "./leaving.ts";

const CHANGED = "galley:navigated";
/** The desktop app leads its window to a page, which it writes behind the `#`. */
const GO = /^#go=(.+)$/;

export interface Place {
  /** Path segments, decoded: ["sessions", "<id>"]. */
  segments: string[];
  query: URLSearchParams;
}

/**
 * Changes the address. Where a form holds changes, the person is asked first, and the page stays unless they agree.
 * @param to path with query; `replace` for changes that are no step of their own, such as typing into a search
 */
export function navigate(to: string, replace = false) {
  if (to === address) return;
  whenFreeToLeave(isOtherPage(to) || !replace, () => {
    if (replace) window.history.replaceState({ step }, "", to);
    else {
      step += 1;
      window.history.pushState({ step }, "", to);
    }
    arrive();
  });
}

/**
 * What is drawn. It follows the browser's address, but a step that the person has to be asked about first is not taken
 * until then: the form would be gone.
 */
let address = addressOfBrowser();

/** Place of this entry in the tab's history, kept with it: whether a step led back or forth, and how far. */
let step = stepOfBrowser() ?? 0;

/** Told of no step while the history is brought back to the entry that is drawn. */
let isReturning = false;

/** Follows the tab's history, and the desktop app. To be called once, before anything is drawn. */
export function followHistory() {
  window.addEventListener("hashchange", goWhereLed);
  window.history.replaceState({ step }, "");
  address = addressOfBrowser();
  window.addEventListener("popstate", () => {
    if (isReturning) {
      isReturning = false;
      return;
    }
    const to = addressOfBrowser();
    if (to === address) return;
    const distance = (stepOfBrowser() ?? step) - step;
    if (!isKept() || distance === 0) {
      arrive();
      return;
    }
    isReturning = true;
    window.history.go(-distance);
    whenFreeToLeave(true, () => window.history.go(distance));
  });
}

/** The `#` made an entry of its own in the tab's history: that becomes the page's. */
function goWhereLed() {
  const led = GO.exec(window.location.hash)?.[1];
  if (led === undefined) return;
  step += 1;
  window.history.replaceState({ step }, "", address);
  const to = decoded(led);
  // A path of the console, and nothing that a browser would take for another host.
  if (/^\/(?![/\\])/.test(to)) navigate(to, true);
}

function arrive() {
  address = addressOfBrowser();
  step = stepOfBrowser() ?? step;
  window.dispatchEvent(new Event(CHANGED));
}

function addressOfBrowser(): string {
  return window.location.pathname + window.location.search;
}

function stepOfBrowser(): number | null {
  const state: unknown = window.history.state;
  if (typeof state !== "object" || state === null || !("step" in state)) return null;
  return typeof state.step === "number" ? state.step : null;
}

function isOtherPage(to: string): boolean {
  return to.split("?")[0] !== address.split("?")[0];
}

export function usePlace(): Place {
  const shown = useSyncExternalStore(subscribe, () => address);
  const [path = "/", search = ""] = shown.split("?");
  return {
    segments: path.split("/").filter(Boolean).map(decoded),
    query: new URLSearchParams(search),
  };
}

/** A mistyped address may hold a lone percent sign. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** `path` with the query parameters that are not empty. */
export function pathWith(path: string, query: Record<string, string | null>): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== null && value !== "") pairs.set(name, value);
  const text = pairs.toString();
  return text === "" ? path : `${path}?${text}`;
}

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  to: string;
}

/** A real link: a click with a modifier key opens it elsewhere, a plain one stays in the page. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    event.preventDefault();
    navigate(to);
  };
  return <a {...rest} href={to} onClick={follow} />;
}

function subscribe(changed: () => void): () => void {
  window.addEventListener(CHANGED, changed);
  return () => window.removeEventListener(CHANGED, changed);
}
