/** Saves the support bundle. */
import fs from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { app, dialog, shell } from "electron";
import type { Shell } from "../../server/admin/shell/shell-view.ts";
import type { Log } from "../../server/core/runtime.ts";
import { showBox } from "../boxes.ts";

export async function saveSupportReport(make: Shell["supportBundle"], log: Log): Promise<void> {
  try {
    const archive = await make();
    const { canceled, filePath } = await dialog.showSaveDialog({
      title: "Save a report for support",
      defaultPath: path.join(app.getPath("documents"), archive.fileName),
      filters: [{ name: "ZIP archive", extensions: ["zip"] }],
    });
    if (canceled || filePath === "") return;
    await pipeline(archive.createStream(), fs.createWriteStream(filePath, { mode: 0o600 }));
    const { response } = await showBox({
      type: "info",
      message: "The report is saved.",
      detail: `${filePath}\n\nIt holds versions, settings, the end of the log and the newest failures; no articles, no secrets, no names of journalists. Check it before you send it.`,
      buttons: ["OK", "Show in folder"],
      defaultId: 0,
      cancelId: 0,
    });
    if (response === 1) shell.showItemInFolder(filePath);
  } catch (error) {
    log.error("The report for support was not saved", error);
    dialog.showErrorBox("The report was not saved", `${(error as Error).message} Nothing else was changed.`);
  }
}
