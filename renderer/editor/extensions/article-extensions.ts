/**
 * The behaviour around the article schema. Structure is not defined here: `articleSchema.spec` goes to the editor as
 * `schemaSpec`, these extensions add parsing, commands, keys and input rules to the same names.
 */
import type { Extensions } from "@tiptap/core";
import { Placeholder } from "@tiptap/extensions";
import StarterKit from "@tiptap/starter-kit";
import { isAllowedTarget } from "../links.ts";
import { messages } from "../messages.ts";
import { PasteInput } from "../paste/paste-input.ts";
import { ArticleLanguageKeeper } from "../writing/language/article-language.ts";
import { Slash } from "../writing/slash/slash-trigger.ts";
import { TypographyAsTyped } from "../writing/typography/typography.ts";
import { BlockKeys, BlockWalls } from "./block-keys.ts";
import { Audio } from "./blocks/audio.ts";
import { Button } from "./blocks/button.ts";
import { Callout } from "./blocks/callout.ts";
import { CodeBlock } from "./blocks/code-block.ts";
import { Column } from "./blocks/column.ts";
import { Columns } from "./blocks/columns.ts";
import { CustomContainer } from "./blocks/custom-container.ts";
import { Details } from "./blocks/details.ts";
import { DetailsContent } from "./blocks/details-content.ts";
import { DetailsSummary } from "./blocks/details-summary.ts";
import { FileDownload } from "./blocks/file-download.ts";
import { FreeHtml } from "./blocks/free-html.ts";
import { Gallery } from "./blocks/gallery.ts";
import { LinkEmbed } from "./blocks/link-embed.ts";
import { PullQuote } from "./blocks/pull-quote.ts";
import { Video } from "./blocks/video.ts";
import { Document } from "./document.ts";
import { Figure } from "./figure.ts";
import { Font, Subscript, Superscript } from "./marks.ts";
import { MediaKeys } from "./media-keys.ts";
import type { MediaParts } from "./media-parts.ts";
import { PresentBlocks } from "./present-blocks.ts";
import { Table } from "./table/table.ts";
import { TableCell, TableHeader, TableRow } from "./table/table-cells.ts";

/** Heading levels of an article; the site owns the title, so there is no 1. */
export const HEADING_LEVELS = [2, 3, 4] as const;

export function articleExtensions(media: MediaParts): Extensions {
  return [
    StarterKit.configure({
      document: false,
      underline: false,
      trailingNode: false,
      codeBlock: false,
      heading: { levels: [...HEADING_LEVELS] },
      dropcursor: { class: "drop-place", color: false, width: 3 },
      undoRedo: { depth: 500 },
      link: {
        openOnClick: false,
        autolink: true,
        linkOnPaste: true,
        defaultProtocol: "https",
        isAllowedUri: (href) => isAllowedTarget(href),
        HTMLAttributes: { target: null, rel: null },
      },
    }),
    Document,
    BlockKeys,
    BlockWalls,
    PresentBlocks,
    Font,
    Superscript,
    Subscript,
    Figure.configure(media),
    PullQuote,
    Gallery.configure(media),
    Video.configure(media),
    Audio.configure(media),
    FileDownload.configure(media),
    LinkEmbed,
    Columns,
    Column,
    Callout,
    Button,
    Details,
    DetailsSummary,
    DetailsContent,
    FreeHtml,
    CustomContainer,
    CodeBlock,
    Table,
    TableRow,
    TableCell,
    TableHeader,
    MediaKeys,
    Slash,
    ArticleLanguageKeeper,
    TypographyAsTyped,
    PasteInput.configure(media),
    Placeholder.configure({ placeholder: ({ editor }) => (editor.isEmpty ? messages.article.placeholder : "") }),
  ];
}
