/** The panels of all blocks, once they have come: then a block's fields are there with the key that asks for them. */
type Panels = typeof import("./block-panels.tsx");

let panels: Panels | null = null;

/** Fetches them; where Galley cannot be reached, the next one who asks tries again. */
export async function loadPanels(): Promise<Panels> {
  panels ??= await import("./block-panels.tsx");
  return panels;
}

/** What is made of them: at once where they are there. A promise would let the next key go elsewhere. */
export function withPanels<Made>(make: (panels: Panels) => Made): Made | Promise<Made> {
  return panels === null ? loadPanels().then(make) : make(panels);
}
