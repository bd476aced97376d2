/** What the panels of several blocks are made of. */
import { element } from "../../../lib/dom.ts";
import { targetFromTyped } from "../../../lib/links.ts";
import { messages } from "../../../messages/index.ts";
import { type Field, fieldsPanel, type TextFieldOptions, textField } from "./fields.ts";

/** The panel of a block that shows a file: a well below it. */
export function mediaPanel(): HTMLElement {
  const panel = fieldsPanel();
  panel.classList.add("media-fields");
  return panel;
}

export function panelButton(label: string, onPress: () => void): HTMLButtonElement {
  const button = element("button", { type: "button", class: "figure-remove" }, label);
  button.addEventListener("click", onPress);
  return button;
}

/** Buttons in a row, with what they are about before them. */
export function panelRow(words: HTMLElement | null, ...buttons: HTMLElement[]): HTMLElement {
  return element("div", { class: "media-row" }, ...(words === null ? [] : [words]), ...buttons);
}

/** Moves the focus into a field. */
export function focusField(field: Field | undefined): void {
  field?.dom.querySelector<HTMLElement>("input, select, textarea")?.focus();
}

let problems = 0;

/**
 * A field for a link target. What is no allowed target says so under the field and gives the block none, while the words
 * stay in the field. @param onInput is told the target, "" for none
 */
export function linkField(options: TextFieldOptions): Field {
  problems += 1;
  const problem = element("p", { class: "block-problem", id: `block-problem-${problems}`, role: "alert" });
  let written: string | null = null;
  const field = textField({
    ...options,
    onInput(typed) {
      const target = typed.trim() === "" ? "" : targetFromTyped(typed);
      written = target ?? "";
      complain(target === null);
      options.onInput(written);
    },
  });
  const input = field.dom.querySelector("input");

  function complain(isWrong: boolean): void {
    problem.textContent = isWrong ? messages.link.invalid : "";
    if (isWrong) field.dom.append(problem);
    else problem.remove();
    input?.setAttribute("aria-invalid", String(isWrong));
    if (isWrong) input?.setAttribute("aria-describedby", problem.id);
    else input?.removeAttribute("aria-describedby");
  }

  return {
    dom: field.dom,
    show(value) {
      // What was typed is kept as it is, as long as it stands for what the block has.
      if (value === written) return;
      written = null;
      complain(false);
      field.show(value);
    },
  };
}
