/** Which states this editor can open: its own, and those that hold nothing yet. */
import { asMap } from "./assets.ts";
import { isGalleyState, readState } from "./document.ts";
import type { VmsJson } from "./vms-json.ts";

/** What a site sends that has no state yet: nothing but perhaps an empty map of assets. */
export function isBlankState(state: VmsJson): boolean {
  return Object.entries(state).every(
    ([key, value]) => key === "assets" && Object.keys(asMap(value) ?? { full: 1 }).length === 0,
  );
}

/** Whether the editor can show a state that is not blank. */
export function isReadableState(state: VmsJson): boolean {
  return isGalleyState(state) && readState(state).ok;
}
