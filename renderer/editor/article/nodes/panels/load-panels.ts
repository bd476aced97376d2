import type { ReactNode } from "react";
import type { DrawPanel } from "./panel-host.ts";

type Panels = typeof import("./block-panels.tsx");

let panels: Panels | null = null;

/** After a failed load, the next caller retries. */
export async function loadPanels(): Promise<Panels> {
  panels ??= await import("./block-panels.tsx");
  return panels;
}

/** Synchronous once the panels are loaded: after a promise, the next key would go to another element. */
export function drawWith(draw: (panels: Panels) => ReactNode): DrawPanel | Promise<DrawPanel> {
  const drawerOf = (loaded: Panels) => () => draw(loaded);
  return panels === null ? loadPanels().then(drawerOf) : drawerOf(panels);
}
