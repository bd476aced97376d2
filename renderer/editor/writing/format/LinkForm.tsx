import { Button, Group, TextInput } from "@mantine/core";
import { getMarkRange } from "@tiptap/core";
import type { Attrs } from "@tiptap/pm/model";
import { Selection, type Transaction } from "@tiptap/pm/state";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { messages } from "../../messages/index.ts";
import { targetFromTyped } from "../../ui/lib/links.ts";
import { Popup, useCloseOutside } from "../../ui/Popup.tsx";
import type { WritingTools } from "../writing-tools.ts";
import { boxOfText, highlightText, type SelectedText } from "./selected-text.ts";

/** Sets, changes and removes the link at the selection, which stays highlighted. */
export function LinkForm({ tools }: { tools: WritingTools }) {
  const { editor } = tools.context;
  const [before] = useState(() => linkHere(editor).href as string | undefined);
  const [typed, setTyped] = useState(before ?? "");
  const [isProblem, setProblem] = useState(false);
  const active = before !== undefined;
  const field = useRef<HTMLInputElement>(null);
  const box = useCloseOutside(() => tools.open.set(null), "link");
  const t = messages.link;
  const marked = useRef<ReturnType<typeof highlightText>>(null);
  useEffect(() => {
    const highlight = highlightText(editor, textOfLink(editor));
    marked.current = highlight;
    return highlight.end;
  }, [editor]);
  useEffect(() => field.current?.select(), []);

  function close(): void {
    tools.open.set(null);
    editor.view.focus();
  }

  function apply(event: FormEvent): void {
    event.preventDefault();
    // Keeps an unchanged URL exactly as it is.
    if (typed === before) {
      close();
      return;
    }
    const href = targetFromTyped(typed);
    if (href === null) {
      setProblem(true);
      field.current?.focus();
      return;
    }
    const { empty } = editor.state.selection;
    const chain = editor.chain();
    if (empty && !active)
      chain.insertContent({ type: "text", text: typed.trim(), marks: [{ type: "link", attrs: { href } }] });
    else chain.extendMarkRange("link").setLink({ href });
    chain.command(moveAfterLink).run();
    close();
  }

  function remove(): void {
    editor.chain().extendMarkRange("link").unsetLink().run();
    close();
  }

  return (
    <Popup
      ref={box}
      className="writing-link-popup"
      role="dialog"
      aria-label={messages.toolbar.link}
      anchor={() => boxOfText(editor.view, marked.current?.place() ?? textOfLink(editor))}
      onEscape={close}
    >
      <form onSubmit={apply} noValidate className="stack">
        <TextInput
          ref={field}
          label={t.label}
          autoComplete="off"
          placeholder={t.placeholder}
          value={typed}
          error={isProblem && <span role="alert">{t.problem}</span>}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setProblem(false);
          }}
        />
        <Group gap="xs" justify="flex-end">
          {active && (
            <Button size="xs" variant="subtle" color="gray" onClick={remove}>
              {t.remove}
            </Button>
          )}
          <Button size="xs" variant="subtle" color="gray" onClick={close}>
            {messages.common.cancel}
          </Button>
          <Button size="xs" type="submit">
            {t.apply}
          </Button>
        </Group>
      </form>
    </Popup>
  );
}

/** Attributes of the link at the selection or before the cursor. */
function linkHere(editor: WritingTools["context"]["editor"]): Attrs {
  if (editor.isActive("link")) return editor.getAttributes("link");
  const { $from, empty } = editor.state.selection;
  const before = empty ? $from.nodeBefore?.marks.find(({ type }) => type.name === "link") : undefined;
  return before?.attrs ?? {};
}

/** Moves the cursor after the link, so that the next character does not replace its text. */
function moveAfterLink({ tr }: { tr: Transaction }): boolean {
  tr.setSelection(Selection.near(tr.doc.resolve(tr.selection.to), -1));
  return true;
}

function textOfLink({ state }: WritingTools["context"]["editor"]): SelectedText {
  const { $from, from, to, empty } = state.selection;
  const link = state.schema.marks.link;
  return (empty && link !== undefined ? getMarkRange($from, link) : undefined) ?? { from, to };
}
