/** `electron.screen`: one display with the system's bar along its upper edge. */
import { EventEmitter } from "node:events";

const display = {
  id: 1,
  bounds: { x: 0, y: 0, width: 1920, height: 1080 },
  workArea: { x: 0, y: 32, width: 1920, height: 1048 },
  scaleFactor: 1,
};

export const screen = Object.assign(new EventEmitter(), {
  getAllDisplays: () => [display],
  getPrimaryDisplay: () => display,
});
