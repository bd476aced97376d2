import { Button, Popover, TextInput } from "@mantine/core";
import { IconLink } from "@tabler/icons-react";
import { useEditorState } from "@tiptap/react";
import { type FormEvent, useEffect, useState } from "react";
import { targetFromTyped } from "../links.ts";
import { messages } from "../messages.ts";
import { useStorePart } from "../use-store.ts";
import type { WritingTools } from "../writing/writing-tools.ts";
import { Tool, type ToolStop } from "./Tool.tsx";

/** Sets, changes and removes the link at the selection; Mod+K opens it from the keyboard. */
export function LinkButton({ tools, tabStop, onStop }: ToolStop & { tools: WritingTools }) {
  const { editor } = tools.context;
  const opened = useStorePart(tools.open, (open) => open === "link");
  const [typed, setTyped] = useState("");
  const [invalid, setInvalid] = useState(false);
  const t = messages.link;
  const active = useEditorState({ editor, selector: () => editor.isActive("link") });

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== "k")
        return;
      if (!editor.isFocused) return;
      event.preventDefault();
      tools.open.set("link");
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });

  useEffect(() => {
    if (!opened) return;
    setTyped(String(editor.getAttributes("link").href ?? ""));
    setInvalid(false);
  }, [editor, opened]);

  function close(): void {
    tools.open.set(null);
    editor.commands.focus();
  }

  function apply(event: FormEvent): void {
    event.preventDefault();
    const href = targetFromTyped(typed);
    if (href === null) {
      setInvalid(true);
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
    <Popover
      opened={opened}
      onChange={(next) => !next && close()}
      trapFocus
      returnFocus={false}
      position="bottom-start"
      width={340}
      shadow="md"
    >
      <Popover.Target>
        <Tool
          tool="link"
          label={messages.toolbar.link}
          shortcut="Mod+K"
          icon={IconLink}
          pressed={active}
          silent={opened}
          tabStop={tabStop}
          onStop={onStop}
          onPress={() => (opened ? close() : tools.open.set("link"))}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label={messages.toolbar.link}>
        <form onSubmit={apply} noValidate className="link-form">
          <TextInput
            data-autofocus
            label={t.label}
            placeholder={t.placeholder}
            value={typed}
            error={invalid ? t.invalid : undefined}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setInvalid(false);
            }}
          />
          <div className="link-actions">
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
      </Popover.Dropdown>
    </Popover>
  );
}
