/**
 * Which keys belong to a dialog. A dialog closes itself on Escape before anybody else hears of the key, and is then gone;
 * so whether one was open is noted first of all, when the key comes down.
 */
const meantForDialog = new WeakSet<Event>();

window.addEventListener(
  "keydown",
  (event) => {
    if (document.querySelector("[role='dialog'], [role='alertdialog']") !== null) meantForDialog.add(event);
  },
  { capture: true },
);

/** Whether a dialog was open when the key came down, wherever the focus was. */
export function isForDialog(event: KeyboardEvent): boolean {
  return meantForDialog.has(event);
}
