/** URLs of the console: what is open and how lists are filtered. Leaving a page with unsaved changes asks first. */
import {
  type AnchorHTMLAttributes,
  type MouseEvent,
  useCallback,
  useEffect,
  useRef,
  useSyncExternalStore,
} from "react";
import { encodeQuery, type Query } from "../../shared/api-client.ts";

const CHANGED = "galley:navigated";
/** The desktop app opens a page through the hash. */
const GO = /^#go=(.+)$/;

export interface Place {
  /** Decoded path segments: ["sessions", "<id>"]. */
  segments: string[];
  query: URLSearchParams;
}

/** Changes the URL; asks first if a form has unsaved changes. @param replace without a history entry */
export function navigate(to: string, replace = false) {
  if (to === address) return;
  afterLeaveCheck(isOtherPage(to) || !replace, () => {
    if (replace) window.history.replaceState({ step }, "", to);
    else {
      step += 1;
      window.history.pushState({ step }, "", to);
    }
    arrive();
  });
}

/** The rendered URL. It follows the browser, except during a confirmation. */
let address = browserUrl();

/** Index of this history entry. It gives the direction and distance of a step. */
let step = historyStep() ?? 0;

/** Set while the history returns to the rendered entry. */
let isReturning = false;

/** Follows the history and the desktop app. Call once, before the first render. */
export function followHistory() {
  window.addEventListener("hashchange", followHash);
  window.history.replaceState({ step }, "");
  address = browserUrl();
  window.addEventListener("popstate", () => {
    if (isReturning) {
      isReturning = false;
      return;
    }
    const to = browserUrl();
    if (to === address) return;
    const distance = (historyStep() ?? step) - step;
    if (changedForms.size === 0 || distance === 0) {
      arrive();
      return;
    }
    isReturning = true;
    window.history.go(-distance);
    afterLeaveCheck(true, () => window.history.go(distance));
  });
}

/** Opens the page in the hash, in place of the history entry of the hash. */
function followHash() {
  const target = GO.exec(window.location.hash)?.[1];
  if (target === undefined) return;
  step += 1;
  window.history.replaceState({ step }, "", address);
  const to = decoded(target);
  // A path of the console, never another host.
  if (/^\/(?![/\\])/.test(to)) navigate(to, true);
}

function arrive() {
  address = browserUrl();
  step = historyStep() ?? step;
  window.dispatchEvent(new Event(CHANGED));
}

function browserUrl(): string {
  return window.location.pathname + window.location.search;
}

function historyStep(): number | null {
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

/** Accepts a single percent sign. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** `path` with the query parameters that are not empty. */
export const pathWith = (path: string, query: Query): string => path + encodeQuery(query);

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  to: string;
}

/** A link that navigates in the page; modifier keys keep their meaning. */
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

const changedForms = new Set<object>();

/** The navigation that a confirmation delays. */
let waiting: (() => void) | null = null;

/** @returns a function that forgets the changes, for a navigation after saving */
export function useUnsavedChanges(isChanged: boolean): () => void {
  const form = useRef({});
  useEffect(() => {
    const self = form.current;
    if (!isChanged) return;
    changedForms.add(self);
    window.addEventListener("beforeunload", warn);
    return () => {
      changedForms.delete(self);
      window.removeEventListener("beforeunload", warn);
    };
  }, [isChanged]);
  return useCallback(() => void changedForms.delete(form.current), []);
}

function warn(event: BeforeUnloadEvent) {
  if (changedForms.size > 0) event.preventDefault();
}

export function useLeaving(): { isAsked: boolean; leave: () => void; stay: () => void } {
  const isAsked = useSyncExternalStore(subscribe, () => waiting !== null);
  return { isAsked, leave, stay: () => settle(null) };
}

function afterLeaveCheck(confirms: boolean, go: () => void): void {
  if (confirms && changedForms.size > 0) settle(go);
  else go();
}

function leave() {
  const go = waiting;
  changedForms.clear();
  settle(null);
  go?.();
}

function settle(step: (() => void) | null) {
  waiting = step;
  window.dispatchEvent(new Event(CHANGED));
}
