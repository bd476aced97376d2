/** The About box: versions for the person and for support. */
import os from "node:os";
import { app, clipboard } from "electron";
import type { Shell } from "../../server/admin/shell/shell-view.ts";
import { showBox } from "../boxes.ts";

export function showAbout(versions: ReturnType<Shell["versions"]>, openLicences: () => void): void {
  const lines = [
    `Galley ${versions.galley}`,
    `Electron ${process.versions.electron ?? "unknown"}`,
    `Chromium ${process.versions.chrome ?? "unknown"}`,
    `Node ${versions.node}`,
    `SQLite ${versions.sqlite}`,
    `${os.type()} ${os.release()} ${os.arch()}`,
  ];
  const [head = "", ...rest] = lines;
  void showBox({
    type: "info",
    title: "About Galley",
    message: head,
    detail: [
      ...rest,
      "",
      "A self-hosted editing and integration appliance for newsrooms. MIT licence; the parts of others that it holds have their own.",
    ].join("\n"),
    buttons: ["Close", "Copy", "Licences"],
    defaultId: 0,
    cancelId: 0,
  }).then(({ response }) => {
    if (response === 1) void clipboard.writeText(lines.join("\n"));
    if (response === 2) openLicences();
  });
}

/** macOS asks for it also where our own menu does not. */
export function describeAboutPanel(version: string): void {
  app.setAboutPanelOptions({ applicationName: "Galley", applicationVersion: version, version: "" });
}
