/**
 * `electron.DownloadItem`: a download of Chromium. If the app sets no path, the Save dialog's suggestion is used. Chromium's
 * own events report the progress.
 */
import { EventEmitter } from "node:events";
import type { Download } from "playwright-core";

interface SaveDialogOptions {
  defaultPath?: string;
}

export class DownloadItem extends EventEmitter {
  readonly #download: Download;
  #state: "progressing" | "completed" | "cancelled" | "interrupted" = "progressing";
  #savePath = "";
  #dialog: SaveDialogOptions = {};
  #received = 0;
  #total = 0;

  constructor(download: Download) {
    super();
    this.#download = download;
  }
  getURL = (): string => this.#download.url();
  getFilename = (): string => this.#download.suggestedFilename();
  getState = () => this.#state;
  getReceivedBytes = (): number => this.#received;
  getTotalBytes = (): number => this.#total;
  getSavePath = (): string => this.#savePath;
  setSavePath(file: string): void {
    this.#savePath = file;
  }
  getSaveDialogOptions = (): SaveDialogOptions => this.#dialog;
  setSaveDialogOptions(options: SaveDialogOptions): void {
    this.#dialog = options;
  }
  cancel(): void {
    if (this.#state !== "progressing") return;
    this.#state = "cancelled";
    void this.#download.cancel();
  }
  progress(received: number, total: number): void {
    if (this.#state !== "progressing") return;
    this.#received = received;
    this.#total = total;
    this.emit("updated", {}, "progressing");
  }
  /** Runs after the app's `will-download` listeners. */
  async run(): Promise<void> {
    if (this.#savePath === "") this.#savePath = this.#dialog.defaultPath ?? "";
    if (this.#state === "progressing") {
      try {
        await this.#download.saveAs(this.#savePath);
        this.#state = "completed";
      } catch {
        if (this.getState() === "progressing") this.#state = "interrupted";
      }
    }
    this.emit("done", {}, this.#state);
  }
}
