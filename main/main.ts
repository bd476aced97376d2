/**
 * The desktop app: the same appliance as headless, in Electron's main process, with a window on its console. Its start
 * is the list of phases below; what each does stands in the module of its name.
 */
import path from "node:path";
import { app, dialog, safeStorage } from "electron";
import { openAppliance } from "../server/appliance.ts";
import { readConfig } from "../server/config.ts";
import { systemClock, systemRandom } from "../server/runtime.ts";
import { showApplicationMenu } from "./application-menu.ts";
import { ownArguments } from "./arguments.ts";
import { createConsoleWindow } from "./console-window.ts";
import { guardWebContents } from "./guards.ts";
import { openDesktopKey } from "./keychain.ts";
import { openFileLog } from "./log.ts";
import { WEB_DIR } from "./paths.ts";
import { watchPower } from "./power.ts";
import { quitInOrder } from "./shutdown.ts";
import { holdSingleInstance } from "./single-instance.ts";
import { refuseToStart } from "./start-failure.ts";
import { showTray } from "./tray.ts";

start().catch(refuseToStart);

async function start(): Promise<void> {
  const config = readConfig(ownArguments(process.argv, process.defaultApp === true), process.env);
  const { dataDir } = config;
  // Chromium's own files, and with them the lock of the single instance, belong to the data folder.
  app.setPath("userData", path.join(dataDir, "desktop"));
  app.enableSandbox();
  guardWebContents();

  const instance = holdSingleInstance();
  if (instance === null) return app.quit();
  await app.whenReady();

  const log = openFileLog(dataDir);
  const tell = (message: string, detail: string): void =>
    void dialog.showMessageBox({ type: "warning", message, detail });
  const masterKey = await openDesktopKey({ dataDir, keychain: safeStorage, log, tell });

  const version = app.getVersion();
  const runtime = { clock: systemClock, random: systemRandom, log };
  const appliance = await openAppliance(config, runtime, { masterKey, webDir: WEB_DIR, version });
  quitInOrder(appliance, log);
  const { url, consoleUrl, sandboxUrl } = await appliance.listen();
  watchPower(appliance);

  const window = createConsoleWindow({ consoleUrl, consoleLink: () => appliance.consoleLink(), log });
  showApplicationMenu();
  showTray({ showWindow: window.show, url, sandboxUrl });
  instance.onSecondStart(window.show);
  app.on("activate", window.show);
  window.show();
  if (config.json) {
    const console_link = appliance.consoleLink();
    const ready = {
      event: "ready",
      url,
      console_url: consoleUrl,
      console_link,
      sandbox_url: sandboxUrl,
      data_dir: dataDir,
      version,
    };
    process.stdout.write(`${JSON.stringify(ready)}\n`);
  }
}
