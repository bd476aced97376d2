/** `electron.Notification`: nothing appears; a spec plays the person who clicks. */
import { EventEmitter } from "node:events";

export class Notification extends EventEmitter {
  title: string;
  body: string;
  constructor({ title = "", body = "" }: { title?: string; body?: string } = {}) {
    super();
    this.title = title;
    this.body = body;
  }
  static isSupported(): boolean {
    return true;
  }
  show(): void {
    this.emit("show", {});
  }
  close(): void {
    this.emit("close", {});
  }
}
