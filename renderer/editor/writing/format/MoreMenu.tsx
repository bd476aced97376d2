import { messages } from "../../messages/index.ts";
import { ActionMenu } from "../../ui/ActionMenu.tsx";
import type { WritingTools } from "../writing-tools.ts";
import { moreSections } from "./format-sections.ts";

/** The formatting that is too rare for a button of the toolbar. */
export function MoreMenu({ tools }: { tools: WritingTools }) {
  const button = () => document.querySelector<HTMLElement>('[data-tool="more"]');
  return (
    <ActionMenu
      label={messages.writing.format.more}
      sections={moreSections(tools.context)}
      opener="more"
      anchor={() => button()?.getBoundingClientRect() ?? null}
      onClose={(chosen) => {
        tools.open.set(null);
        if (!chosen) button()?.focus();
      }}
    />
  );
}
