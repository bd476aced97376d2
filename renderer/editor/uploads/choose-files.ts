/** Asks for files of this computer. */
import { element } from "../ui/lib/dom.ts";

/**
 * Opens the browser's own dialog; must be called while a key or a click is being answered.
 * @param accept as of `<input accept>`
 * @param label what a screen reader says of the dialog's field
 * @param chosen is called with the files; not at all where somebody thought better of it
 */
export function chooseFiles(accept: string, label: string, multiple: boolean, chosen: (files: File[]) => void): void {
  const input = element("input", { type: "file", accept, "aria-label": label });
  input.multiple = multiple;
  input.hidden = true;
  input.addEventListener("change", () => {
    input.remove();
    chosen([...(input.files ?? [])]);
  });
  input.addEventListener("cancel", () => input.remove());
  // Some browsers forget a field that is nowhere on the page while its dialog is open.
  document.body.append(input);
  input.click();
}
