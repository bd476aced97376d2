import { Button } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { targetFromTyped } from "../../lib/links.ts";
import { messages } from "../../messages/index.ts";
import { Popup, useCloseOutside } from "../../ui/Popup.tsx";
import type { WritingTools } from "../writing-tools.ts";

/** Sets, changes and removes the link at the selection. */
export function LinkForm({ tools }: { tools: WritingTools }) {
  const { editor } = tools.context;
  const [typed, setTyped] = useState(() => String(editor.getAttributes("link").href ?? ""));
  const [invalid, setInvalid] = useState(false);
  const [active] = useState(() => editor.isActive("link"));
  const field = useRef<HTMLInputElement>(null);
  const box = useCloseOutside(() => tools.open.set(null), "link");
  const t = messages.link;
  useEffect(() => field.current?.select(), []);

  function close(): void {
    tools.open.set(null);
    editor.view.focus();
  }

  function apply(event: FormEvent): void {
    event.preventDefault();
    const href = targetFromTyped(typed);
    if (href === null) {
      setInvalid(true);
      field.current?.focus();
      return;
    }
    const { empty } = editor.state.selection;
    if (empty && !active) {
      editor.commands.insertContent({ type: "text", text: typed.trim(), marks: [{ type: "link", attrs: { href } }] });
    } else editor.chain().extendMarkRange("link").setLink({ href }).run();
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
      anchor={() => document.querySelector('[data-tool="link"]')?.getBoundingClientRect() ?? null}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
    >
      <form onSubmit={apply} noValidate className="writing-link-form">
        <label htmlFor="link-target">{t.label}</label>
        <input
          ref={field}
          id="link-target"
          className="writing-field"
          type="text"
          autoComplete="off"
          placeholder={t.placeholder}
          value={typed}
          aria-invalid={invalid}
          aria-describedby={invalid ? "link-problem" : undefined}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setInvalid(false);
          }}
        />
        {invalid && (
          <p id="link-problem" className="writing-link-problem" role="alert">
            {t.invalid}
          </p>
        )}
        <div className="writing-link-actions">
          {active && (
            <Button size="xs" variant="subtle" color="gray" onClick={remove}>
              {t.remove}
            </Button>
          )}
          <Button size="xs" variant="subtle" color="gray" onClick={close}>
            {t.close}
          </Button>
          <Button size="xs" type="submit">
            {t.apply}
          </Button>
        </div>
      </form>
    </Popup>
  );
}
