/**
 * Paths of the console. What is open and what the lists are filtered by stands in the address, so that reload, the
 * back button and a copied link all keep it.
 */
import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from "react";

const CHANGED = "galley:navigated";

export interface Place {
  /** Path segments, decoded: ["sessions", "<id>"]. */
  segments: string[];
  query: URLSearchParams;
}

/** @param to path with query; `replace` for changes that are no step of their own, such as typing into a search */
export function navigate(to: string, replace = false) {
  if (to === window.location.pathname + window.location.search) return;
  if (replace) window.history.replaceState(null, "", to);
  else window.history.pushState(null, "", to);
  window.dispatchEvent(new Event(CHANGED));
}

export function usePlace(): Place {
  const address = useSyncExternalStore(subscribe, () => window.location.pathname + window.location.search);
  const [path = "/", search = ""] = address.split("?");
  return {
    segments: path.split("/").filter(Boolean).map(decodeURIComponent),
    query: new URLSearchParams(search),
  };
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
  window.addEventListener("popstate", changed);
  window.addEventListener(CHANGED, changed);
  return () => {
    window.removeEventListener("popstate", changed);
    window.removeEventListener(CHANGED, changed);
  };
}
