import type { Page } from "@playwright/test";
import { article } from "./editor-page.ts";

/** The article as lines in the format of the outline files: `**strong** _em_ ~s~ ^sup^ ,sub, [words](target)`. */
export function outlineOf(page: Page): Promise<string> {
  return article(page).evaluate((root) => {
    const signs: Record<string, string> = { STRONG: "**", EM: "_", S: "~", SUP: "^", SUB: ",", CODE: "`" };
    const words = (node: Node): string => {
      if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? "").replaceAll("\n", "⏎");
      if (node.nodeName === "BR") return (node as Element).classList.contains("ProseMirror-trailingBreak") ? "" : "⏎";
      const inside = [...node.childNodes].map(words).join("");
      const sign = node.parentNode?.nodeName === "PRE" ? "" : (signs[node.nodeName] ?? "");
      return node.nodeName === "A" ? `[${inside}](${(node as Element).getAttribute("href")})` : sign + inside + sign;
    };
    const lines: string[] = [];
    const visit = (block: Element, indent: string): void => {
      const name = block.tagName.toLowerCase();
      if (/^(p|h[2-4]|pre)$/.test(name)) lines.push(`${indent}${name}: ${[...block.childNodes].map(words).join("")}`);
      else if (block.matches(".details-summary"))
        lines.push(`${indent}summary: ${[...block.childNodes].map(words).join("")}`);
      else if (block.matches(".media-place")) {
        const parts = [...block.querySelectorAll(".media-place-words, .media-place-about, figcaption")];
        lines.push(`${indent}place: ${parts.map((part) => part.textContent).join(" | ")}`);
      } else if (block.matches(".pull-quote"))
        lines.push(
          `${indent}pull: ${[...block.children].map((part) => [...part.childNodes].map(words).join("")).join(" — ")}`,
        );
      else if (name === "hr") lines.push(`${indent}hr`);
      else if (/^(ul|ol|li|blockquote|table|tr|td|th)$/.test(name)) {
        const start =
          name === "ol" && (block as HTMLOListElement).start !== 1 ? ` ${(block as HTMLOListElement).start}` : "";
        const { colSpan = 1, rowSpan = 1 } = block as HTMLTableCellElement;
        lines.push(`${indent}${name}${start}${colSpan * rowSpan > 1 ? ` ${colSpan}×${rowSpan}` : ""}`);
        for (const child of block.children) visit(child, `${indent}  `);
      } else for (const child of block.children) visit(child, indent);
    };
    for (const block of root.children) visit(block, "");
    return `${lines.join("\n")}\n`;
  });
}
