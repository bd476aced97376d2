/** Every panel, so that one request brings what the first block with fields will need. */
export { createFilePanel, createLinkPanel } from "./card-panels.ts";
export { createFigurePanel } from "./figure-panel.ts";
export { createGalleryPanel } from "./gallery-panel.ts";
export { createPlayerPanel } from "./player-panel.ts";
