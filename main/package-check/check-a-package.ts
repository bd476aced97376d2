/** Help → Check a package: what a file is that somebody brought, before it is installed. Nothing is asked of the network. */
import path from "node:path";
import { app, BrowserWindow, clipboard, dialog, type MenuItemConstructorOptions } from "electron";
import type { Log } from "../../server/core/runtime.ts";
import { newestSchema } from "../../server/storage/database.ts";
import { showBox } from "../boxes.ts";
import { KINDS, NoPackage, type PackageFacts, readPackage } from "./package-facts.ts";
import { faultInWords, wordsFor } from "./words.ts";

/** What is read sooner needs no box that says so. */
const QUICK_MS = 700;

export function packageCheckMenu(log: Log): MenuItemConstructorOptions[] {
  let isChecking = false;
  return [
    {
      id: "check-package",
      label: "Check a package…",
      async click() {
        if (isChecking) return;
        isChecking = true;
        await checkAPackage(log).finally(() => {
          isChecking = false;
        });
      },
    },
  ];
}

async function checkAPackage(log: Log): Promise<void> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    title: "Check a package of Galley",
    defaultPath: app.getPath("downloads"),
    properties: ["openFile"],
    // A filter takes the last part of a name only.
    filters: [
      { name: "Packages", extensions: KINDS.map((kind) => kind.split(".").at(-1) ?? kind) },
      { name: "All files", extensions: ["*"] },
    ],
  });
  const [file] = filePaths;
  if (canceled || file === undefined) return;
  try {
    const facts = await readWithProgress(file);
    if (facts !== null) await show(facts);
  } catch (error) {
    log.warn(`The package ${path.basename(file)} could not be checked: ${(error as Error).message}`);
    const reason = (error as Error).message;
    const detail = faultInWords(error instanceof NoPackage ? reason : `It could not be read to its end: ${reason}`);
    await showBox({ type: "warning", message: "This file could not be checked.", detail });
  }
}

/** Null where the person would rather not wait. */
async function readWithProgress(file: string): Promise<PackageFacts | null> {
  const cancelled = new AbortController();
  const done = new AbortController();
  const windows = BrowserWindow.getAllWindows();
  const timer = setTimeout(async () => {
    await showBox({
      type: "info",
      message: "Reading the package…",
      detail: path.basename(file).slice(0, 120),
      buttons: ["Cancel"],
      signal: done.signal,
    });
    // It also closes when the reading is done; then there is nothing left to cancel.
    cancelled.abort();
  }, QUICK_MS);
  try {
    return await readPackage(
      file,
      (part) => {
        for (const window of windows) if (!window.isDestroyed()) window.setProgressBar(part);
      },
      cancelled.signal,
    );
  } catch (error) {
    if (cancelled.signal.aborted) return null;
    throw error;
  } finally {
    clearTimeout(timer);
    done.abort();
    for (const window of windows) if (!window.isDestroyed()) window.setProgressBar(-1);
  }
}

async function show(facts: PackageFacts): Promise<void> {
  const here = {
    version: app.getVersion(),
    system: process.platform,
    arch: process.arch,
    schema: newestSchema(),
  };
  const { isWarning, message, detail, command } = wordsFor(facts, here);
  const { response } = await showBox({
    type: isWarning ? "warning" : "info",
    message,
    detail,
    buttons: ["OK", "Copy SHA-256", ...(command === null ? [] : ["Copy the command"])],
    defaultId: 0,
    cancelId: 0,
  });
  if (response === 1) await clipboard.writeText(facts.sha256);
  if (response === 2 && command !== null) await clipboard.writeText(command);
}
