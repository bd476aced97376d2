import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { article, openEditor, paste, write } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

const folder = fileURLToPath(new URL("../renderer/fixtures/clipboard/", import.meta.url));
const read = (name: string) => fs.readFileSync(path.join(folder, name), "utf8");
const programs = fs
  .readdirSync(folder)
  .filter((name) => name.endsWith(".html"))
  .map((name) => path.basename(name, ".html"));

/** The article line by line, as the outline files have it: `**strong** _em_ ~s~ ^sup^ ,sub, [words](target)`. */
function outlineOf(page: Page): Promise<string> {
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

test("pastes from word processors and pages as their outline files say", async ({ page, openArticle }) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const { url } = await openArticle("bridge");
  await openEditor(page, url);
  for (const program of programs)
    await test.step(program, async () => {
      await article(page).press("ControlOrMeta+a");
      await page.keyboard.press("Delete");
      await paste(page, { html: read(`${program}.html`), text: "not this" });
      expect(await outlineOf(page)).toBe(read(`${program}.outline.txt`));
    });
  expect(requests.filter((each) => !each.startsWith(new URL(url).origin))).toEqual([]);

  // Beyond all measure nothing hangs, and what does not come as it was is said.
  await article(page).press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  const said = page.getByText("The paste is");
  const close = () => said.locator("..").getByRole("button", { name: "Close" }).click();
  await write(page, "Before ");

  const deep = `${"<div><b>".repeat(10_000)}deep${"</b></div>".repeat(10_000)}`;
  await paste(page, { html: deep, text: "deep" });
  expect(await outlineOf(page)).toBe("p: Before **deep**\n");

  await paste(page, { html: `${"<ul><li>".repeat(10_000)}item`, text: " item" });
  await expect(said).toContainText("Only its text was inserted");
  expect(await outlineOf(page)).toBe("p: Before **deep item**\n");
  await close();

  await paste(page, { html: `<p>${"word ".repeat(500_000)}</p>`, text: " large" });
  await expect(said).toBeVisible();
  expect(await outlineOf(page)).toBe("p: Before **deep item large**\n");
  await close();

  await article(page).press("ControlOrMeta+a");
  await paste(page, { text: "*slanted?* <b>nor this</b>, https://example.org/\n#no heading" });
  expect(await outlineOf(page)).toBe(
    "p: *slanted?* <b>nor this</b>, [https://example.org/](https://example.org/)\np: #no heading\n",
  );

  await article(page).press("ControlOrMeta+a");
  await page.keyboard.down("Shift");
  await paste(page, { html: "<h2>Not <b>this</b></h2>", text: "but this" });
  await page.keyboard.up("Shift");
  expect(await outlineOf(page)).toBe("p: but this\n");
});
