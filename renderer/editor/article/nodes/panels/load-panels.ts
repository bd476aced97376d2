import type { ReactNode } from "react";
import type { DrawPanel } from "./panel-host.ts";

type Panels = typeof import("./block-panels.tsx");

let panels: Panels | null = null;

/** A failed load is tried again by the next caller. */
export async function loadPanels(): Promise<Panels> {
  panels ??= await import("./block-panels.tsx");
  return panels;
}

/** Synchronous once the panels are loaded: a promise would let the next key go elsewhere. */
export function drawWith(draw: (panels: Panels) => ReactNode): DrawPanel | Promise<DrawPanel> {
  const drawerOf = (loaded: Panels) => () => draw(loaded);
  return panels === null ? loadPanels().then(drawerOf) : drawerOf(panels);
}
