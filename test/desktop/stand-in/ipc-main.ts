/** `electron.ipcMain`: keeps who listens; no page of the stand-in can send. */
import { EventEmitter } from "node:events";

export const ipcMain = new EventEmitter();
