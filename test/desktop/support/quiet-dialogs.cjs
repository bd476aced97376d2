/**
 * Loaded with `-r` before the app: closes native boxes, which would wait for a click. Presses the first button, or the one
 * with the index BOX_CHOICE; saves files as SAVE_TO.
 */
const { dialog } = require("electron");

Object.assign(dialog, {
  showErrorBox(/** @type {string} */ title, /** @type {string} */ content) {
    process.stderr.write(`error box: ${title}: ${content}\n`);
  },
  async showMessageBox(/** @type {unknown[]} */ ...args) {
    process.stderr.write(`message box: ${JSON.stringify(args.at(-1))}\n`);
    return { response: Number(process.env.BOX_CHOICE ?? 0), checkboxChecked: false };
  },
  async showSaveDialog() {
    const filePath = process.env.SAVE_TO ?? "";
    return { canceled: filePath === "", filePath };
  },
});
