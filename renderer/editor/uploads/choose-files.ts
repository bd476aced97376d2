import { element } from "../ui/lib/dom.ts";

/** Opens the file dialog, in the handler of a key or click. @param accept as of `<input accept>` */
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
