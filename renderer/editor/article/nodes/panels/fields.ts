/** The fields of a block in plain DOM: labelled inputs under it that write its attributes. One dispatch is one undo step. */
import type { EditorView } from "@tiptap/pm/view";
import { element } from "../../../lib/dom.ts";

export interface Field {
  dom: HTMLElement;
  /** Shows the attribute's value; what is being typed is left alone. */
  show(value: unknown): void;
}

let fields = 0;

function labelled(label: string, input: HTMLElement): HTMLElement {
  fields += 1;
  input.id = `block-field-${fields}`;
  return element("div", { class: "block-field" }, element("label", { for: input.id }, label), input);
}

export interface TextFieldOptions {
  label: string;
  placeholder?: string;
  /** UTF-16 units. */
  maxLength?: number;
  onInput(value: string): void;
  /** Enter or Escape was pressed: where the focus goes. */
  onDone(): void;
}

export function textField({ label, placeholder = "", maxLength = 4_000, onInput, onDone }: TextFieldOptions): Field {
  const input = element("input", { type: "text", autocomplete: "off", maxlength: String(maxLength), placeholder });
  input.addEventListener("input", () => onInput(input.value));
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" && event.key !== "Enter") return;
    event.preventDefault();
    onDone();
  });
  return {
    dom: labelled(label, input),
    show(value) {
      if (document.activeElement !== input) input.value = String(value ?? "");
    },
  };
}

export interface ChoiceFieldOptions {
  label: string;
  /** Value → words. */
  choices: readonly (readonly [value: string, words: string])[];
  onChange(value: string): void;
}

export function choiceField({ label, choices, onChange }: ChoiceFieldOptions): Field {
  const select = element("select", {});
  for (const [value, words] of choices) select.append(element("option", { value }, words));
  select.addEventListener("change", () => onChange(select.value));
  return {
    dom: labelled(label, select),
    show(value) {
      select.value = String(value);
    },
  };
}

export interface CheckFieldOptions {
  label: string;
  onChange(checked: boolean): void;
}

export function checkField({ label, onChange }: CheckFieldOptions): Field {
  const input = element("input", { type: "checkbox" });
  input.addEventListener("change", () => onChange(input.checked));
  return {
    dom: labelled(label, input),
    show(value) {
      input.checked = value === true;
    },
  };
}

/** The panel that holds a block's fields; the article's own keys and selection end at its edge. */
export function fieldsPanel(...parts: HTMLElement[]): HTMLElement {
  return element("div", { class: "block-fields", contenteditable: "false" }, ...parts);
}

/** Writes one attribute of the node that a node view stands for. */
export function setAttribute(view: EditorView, getPos: () => number | undefined, name: string, value: unknown): void {
  const position = getPos();
  if (position !== undefined) view.dispatch(view.state.tr.setNodeAttribute(position, name, value));
}
