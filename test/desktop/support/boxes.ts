/** A person who answers the app's boxes and clicks in its menu. */
import type { ElectronApplication } from "@playwright/test";

export const clickMenuItem = (app: ElectronApplication, id: string): Promise<void> =>
  app.evaluate(({ Menu }, wanted) => {
    const item = Menu.getApplicationMenu()?.getMenuItemById(wanted);
    if (item === null || item === undefined) throw new Error(`The menu has no item ${wanted}`);
    item.click();
  }, id);

/**
 * Presses these buttons, one after the other, each in the next box that has it; in any other box the one that changes nothing.
 * A box that the app closes by itself is left to it. Returns what the boxes said so far.
 */
export async function pressButtons(app: ElectronApplication, labels: string[]): Promise<() => Promise<string[]>> {
  const said = await app.evaluateHandle(({ dialog }, wanted) => {
    const messages: string[] = [];
    const left = [...wanted];
    Object.assign(dialog, {
      async showMessageBox(...given: unknown[]) {
        const options = given.at(-1) as Electron.MessageBoxOptions;
        messages.push(`${options.message} ${options.detail ?? ""}`);
        const { buttons = [], cancelId = 0, signal } = options;
        const response = buttons.indexOf(left[0] ?? "");
        if (response >= 0) left.shift();
        else if (signal) await new Promise((resolve) => signal.addEventListener("abort", resolve));
        return { response: response >= 0 ? response : cancelId, checkboxChecked: false };
      },
    });
    return messages;
  }, labels);
  return () => said.jsonValue();
}

/** The folder that the person chooses from now on. */
export const chooseFolder = (app: ElectronApplication, folder: string): Promise<void> =>
  app.evaluate(({ dialog }, chosen) => {
    Object.assign(dialog, { showOpenDialog: async () => ({ canceled: false, filePaths: [chosen] }) });
  }, folder);
