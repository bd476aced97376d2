import { IconClearFormatting } from "@tabler/icons-react";
import { cssFamily } from "../../article/nodes/text.ts";
import { messages } from "../../messages/index.ts";
import type { MenuItem, MenuSection } from "../../ui/ActionMenu.tsx";
import type { BlockContext } from "../choices/catalog.ts";
import { blockChoices } from "../choices/catalog.ts";
import { clearFormatting, type MarkTool, rareMarkTools, setFont, toggleMark } from "./mark-tools.ts";

export function moreSections(context: BlockContext): MenuSection[] {
  const { editor } = context;
  const t = messages.writing.format;
  const mark = (tool: MarkTool): MenuItem => ({
    id: tool.mark,
    label: tool.label(),
    icon: tool.icon,
    shortcut: tool.shortcut,
    checked: editor.isActive(tool.mark),
    run: () => toggleMark(editor, tool),
  });
  return [
    { items: rareMarkTools.map(mark) },
    ...fontSections(context),
    {
      items: [{ id: "clear", label: t.clear, icon: IconClearFormatting, run: () => clearFormatting(editor) }],
    },
  ];
}

/** The site's fonts and the default font; empty if the site has no fonts. */
function fontSections({ editor, session }: BlockContext): MenuSection[] {
  if (session.font_families.length === 0) return [];
  const t = messages.writing.format;
  const current = String(editor.getAttributes("font").family ?? "");
  const font = (family: string): MenuItem => ({
    id: `font-${family}`,
    label: family === "" ? t.ownFont : family,
    family: family === "" ? undefined : cssFamily(family),
    checked: family === current,
    run: () => setFont(editor, family),
  });
  return [{ label: t.font, items: ["", ...session.font_families].map(font) }];
}

export function turnIntoSection(context: BlockContext): MenuSection {
  const items = blockChoices(context.session).flatMap(
    ({ id, label, icon, shortcut, isActive, turnInto }): MenuItem[] =>
      turnInto === undefined
        ? []
        : [
            {
              id,
              label: label(),
              icon,
              shortcut,
              checked: isActive?.(context.editor) ?? false,
              run: () => turnInto(context),
            },
          ],
  );
  return { label: messages.writing.format.turnInto, items };
}
