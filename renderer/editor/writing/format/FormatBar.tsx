import { IconChevronDown, IconLink } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { messages } from "../../messages/index.ts";
import { ActionMenu } from "../../ui/ActionMenu.tsx";
import { moveFocus, Tool } from "../../ui/buttons.tsx";
import { LINK_KEY } from "../../ui/keys.ts";
import { Popup, toolButton } from "../../ui/Popup.tsx";
import { useDeferredEditorState, type WritingTools } from "../writing-tools.ts";
import { moreSections, turnIntoSection } from "./format-sections.ts";
import { type MarkTool, markTools, selectionTools, toggleMark } from "./mark-tools.ts";
import { type SelectedText, visibleBoxOfText } from "./selected-text.ts";

const TOOLS: readonly MarkTool[] = Object.values(markTools);

interface FormatBarProps {
  tools: WritingTools;
  text: SelectedText;
  /** Counter, increased each time a key moves the focus to the bar. */
  entered: number;
  onDismiss(): void;
}

/** The bar at the selected text. Alt+F10 focuses it, Escape returns to the text. */
export function FormatBar({ tools, text, entered, onDismiss }: FormatBarProps) {
  const { editor } = tools.context;
  const [isTurning, setTurning] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const t = messages.writing.format;
  const on = useDeferredEditorState(editor, () => ({
    marks: TOOLS.filter(({ mark }) => editor.isActive(mark))
      .map(({ mark }) => mark)
      .join(" "),
    link: editor.isActive("link"),
    block: turnIntoSection(tools.context).items.findLast((item) => item.checked)?.label ?? t.turnInto,
  }));

  useEffect(() => {
    if (entered > 0) bar.current?.querySelector<HTMLElement>("[data-tool]")?.focus();
  }, [entered]);

  function leave(): void {
    editor.view.focus();
    onDismiss();
  }

  /** Arrow keys move between the tools; the first one is the tab stop. */
  const tool = (name: string) => ({ tool: name, tabStop: false, onStop: () => {} });

  return (
    <>
      <Popup
        ref={bar}
        className="writing-bar"
        role="toolbar"
        aria-label={t.bar}
        // Touch systems show their own menu above the selection.
        prefer={matchMedia("(pointer: coarse)").matches ? "below" : "above"}
        anchor={() => visibleBoxOfText(editor.view, text)}
        onKeyDown={moveFocus}
        onEscape={leave}
      >
        <button
          type="button"
          className="writing-bar-turn"
          data-tool="bar-turn"
          aria-haspopup="menu"
          aria-expanded={isTurning}
          aria-label={`${t.turnInto}: ${on.block}`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setTurning(!isTurning)}
        >
          {on.block}
          <IconChevronDown size={14} stroke={1.7} aria-hidden />
        </button>
        <span className="writing-toolbar-gap" aria-hidden />
        {TOOLS.map((each) => (
          <Tool
            key={each.mark}
            {...tool(`bar-${each.mark}`)}
            label={each.label()}
            shortcut={each.shortcut}
            icon={each.icon}
            pressed={on.marks.split(" ").includes(each.mark)}
            onPress={() => toggleMark(editor, each)}
          />
        ))}
        <Tool
          {...tool("bar-link")}
          label={messages.toolbar.link}
          shortcut={LINK_KEY}
          icon={IconLink}
          pressed={on.link}
          onPress={() => tools.open.set("link")}
        />
        {selectionTools(tools.context).map((each) => (
          <Tool key={each.tool} {...each} {...tool(`bar-${each.tool}`)} />
        ))}
      </Popup>
      {isTurning && (
        <ActionMenu
          label={t.turnInto}
          sections={[turnIntoSection(tools.context)]}
          opener="bar-turn"
          onClose={(chosen) => {
            setTurning(false);
            if (!chosen) toolButton("bar-turn")?.focus();
          }}
        />
      )}
    </>
  );
}

/** Rare formatting; on a phone also "Turn into". */
export function MoreMenu({ tools, isPhone }: { tools: WritingTools; isPhone: boolean }) {
  return (
    <ActionMenu
      label={messages.writing.format.more}
      sections={[...(isPhone ? [turnIntoSection(tools.context)] : []), ...moreSections(tools.context)]}
      opener="more"
      onClose={(chosen) => {
        tools.open.set(null);
        if (!chosen) toolButton("more")?.focus();
      }}
    />
  );
}
