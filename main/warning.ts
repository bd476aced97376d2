/** A box beside the window; nobody waits for the answer. */
import { dialog } from "electron";

export function showWarning(message: string, detail: string): void {
  void dialog.showMessageBox({ type: "warning", message, detail });
}
