import { IconLink } from "@tabler/icons-react";
import { useEffect } from "react";
import { messages } from "../../messages/index.ts";
import { isPressed } from "../../ui/keys.ts";
import { useStorePart } from "../../ui/lib/use-store.ts";
import { Tool, type ToolStop } from "../../ui/Tool.tsx";
import { useDeferredEditorState } from "../use-deferred-editor-state.ts";
import type { WritingTools } from "../writing-tools.ts";

const LINK_KEY = "Mod+K";

export function LinkButton({ tools, tabStop, onStop }: ToolStop & { tools: WritingTools }) {
  const { editor } = tools.context;
  const opened = useStorePart(tools.open, (open) => open === "link");
  const { active } = useDeferredEditorState(editor, () => ({ active: editor.isActive("link") }));

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isPressed(LINK_KEY, event) || !editor.isFocused) return;
      event.preventDefault();
      tools.open.set("link");
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [editor, tools]);

  return (
    <Tool
      tool="link"
      label={messages.toolbar.link}
      shortcut={LINK_KEY}
      icon={IconLink}
      pressed={active}
      aria-haspopup="dialog"
      aria-expanded={opened}
      silent={opened}
      tabStop={tabStop}
      onStop={onStop}
      onPress={() => tools.open.set(opened ? null : "link")}
    />
  );
}
