import type { VmsJson } from "../../../server/article/vms-json.ts";

/** Lets the browser save a state as a JSON file. @param name without the ending */
export function downloadState(name: string, state: VmsJson): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(state, null, 2)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${name.replace(/[^\p{L}\p{N}._-]+/gu, "-")}.json`;
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
