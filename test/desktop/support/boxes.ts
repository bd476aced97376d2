/** Answers the app's boxes and clicks its menu items. */
import type { ElectronApplication } from "@playwright/test";

export const clickMenuItem = (app: ElectronApplication, id: string): Promise<void> =>
  app.evaluate(({ Menu }, itemId) => {
    const item = Menu.getApplicationMenu()?.getMenuItemById(itemId);
    if (item === null || item === undefined) throw new Error(`The menu has no item ${itemId}`);
    item.click();
  }, id);

/**
 * Presses these buttons in order, each in the next box that has it, and cancels any other box. Leaves a box open that the app
 * closes itself. Returns the texts of the boxes so far.
 */
export async function pressButtons(app: ElectronApplication, labels: string[]): Promise<() => Promise<string[]>> {
  const texts = await app.evaluateHandle(({ dialog }, all) => {
    const messages: string[] = [];
    const left = [...all];
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
  return () => texts.jsonValue();
}

/** Answers every following folder dialog with `folder`. */
export const chooseFolder = (app: ElectronApplication, folder: string): Promise<void> =>
  app.evaluate(({ dialog }, chosen) => {
    Object.assign(dialog, { showOpenDialog: async () => ({ canceled: false, filePaths: [chosen] }) });
  }, folder);
