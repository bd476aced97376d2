/** The About box with the versions, and the support bundle. */

import fs from "node:fs";
import os from "node:os";
import { pipeline } from "node:stream/promises";
import { clipboard, dialog, shell } from "electron";
import type { Shell } from "../../server/admin/shell/shell-view.ts";
import type { Log } from "../../server/core/runtime.ts";
import { chooseButton, chooseFile } from "../boxes.ts";

export function showAbout(versions: ReturnType<Shell["versions"]>, openLicences: () => void): void {
  const head = `Galley ${versions.galley}`;
  const rest = [
    `Electron ${process.versions.electron ?? "unknown"}`,
    `Chromium ${process.versions.chrome ?? "unknown"}`,
    `Node ${versions.node}`,
    `SQLite ${versions.sqlite}`,
    `${os.type()} ${os.release()} ${os.arch()}`,
  ];
  void chooseButton({
    type: "info",
    title: "About Galley",
    message: head,
    detail: [
      ...rest,
      "",
      "A self-hosted editing and integration appliance for newsrooms. MIT licence; third-party parts have their own licences.",
    ].join("\n"),
    buttons: ["Close", "Copy", "Licences"],
  }).then((chosen) => {
    if (chosen === 1) void clipboard.writeText([head, ...rest].join("\n"));
    if (chosen === 2) openLicences();
  });
}

export async function saveSupportReport(make: Shell["supportBundle"], log: Log): Promise<void> {
  try {
    const archive = await make();
    const file = await chooseFile("Save support bundle", archive.fileName, "ZIP archive");
    if (file === null) return;
    await pipeline(archive.createStream(), fs.createWriteStream(file, { mode: 0o600 }));
    const chosen = await chooseButton({
      type: "info",
      message: "Support bundle saved.",
      detail: `${file}\n\nIt contains versions, settings, the end of the log and recent failures, but no articles, secrets or journalists' names. Check it before you send it.`,
      buttons: ["OK", "Show in folder"],
    });
    if (chosen === 1) shell.showItemInFolder(file);
  } catch (error) {
    log.error("Could not save the support bundle", error);
    dialog.showErrorBox("Could not save the support bundle", (error as Error).message);
  }
}
