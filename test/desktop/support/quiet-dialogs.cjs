/** Loaded with `-r` before the app: a native box would wait for a click that never comes. */
const { dialog } = require("electron");

Object.assign(dialog, {
  showErrorBox(/** @type {string} */ title, /** @type {string} */ content) {
    process.stderr.write(`error box: ${title}: ${content}\n`);
  },
  async showMessageBox(/** @type {unknown[]} */ ...args) {
    process.stderr.write(`message box: ${JSON.stringify(args.at(-1))}\n`);
    return { response: 0, checkboxChecked: false };
  },
});
