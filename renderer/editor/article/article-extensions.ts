/** Parsing, commands, keys and input rules for the names of `articleSchema.spec`, which defines the structure. */
import type { Extensions } from "@tiptap/core";
import { Placeholder } from "@tiptap/extensions";
import StarterKit from "@tiptap/starter-kit";
import { messages } from "../messages/index.ts";
import { isAllowedTarget } from "../ui/lib/links.ts";
import type { ArticleParts } from "../uploads/media-parts.ts";
import { isEmptyParagraph } from "./commands/block-places.ts";
import { BlockKeys, BlockWalls } from "./nodes/block-keys.ts";
import { BlocksAtCursor } from "./nodes/blocks-at-cursor.ts";
import { Column, ColumnKeys, Columns } from "./nodes/columns.ts";
import { CustomContainer } from "./nodes/custom-container.ts";
import { Details, DetailsContent, DetailsSummary } from "./nodes/details.ts";
import { FreeHtml } from "./nodes/free-html.ts";
import { FileDownload, LinkEmbed } from "./nodes/media/cards.ts";
import { Embed } from "./nodes/media/embed.ts";
import { Figure } from "./nodes/media/figure.ts";
import { Gallery } from "./nodes/media/gallery.ts";
import { MediaKeys } from "./nodes/media/media-keys.ts";
import { MediaPlace } from "./nodes/media/media-place.ts";
import { Audio, Video } from "./nodes/media/players.ts";
import { Button, Callout, CodeBlock, PullQuote } from "./nodes/simple-blocks.ts";
import { Document, Font, HEADING_LEVELS, Subscript, Superscript, TypedLinks } from "./nodes/text.ts";
import { EarlyPaste } from "./paste/early-paste.ts";
import { PasteCode } from "./paste/paste-code.ts";
import { PasteInput } from "./paste/paste-input.ts";
import { PasteOffers } from "./paste/paste-offers.ts";
import { Table, TableCell, TableHeader, TableRow } from "./table/table.ts";

/** @param features extensions of the features around the article; their plugins come before the paste plugins */
export function articleExtensions(media: ArticleParts, features: Extensions): Extensions {
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
    TypedLinks,
    BlocksAtCursor,
    Font,
    Superscript,
    Subscript,
    Figure.configure(media),
    PullQuote,
    Gallery.configure(media),
    Video.configure(media),
    Audio.configure(media),
    FileDownload.configure(media),
    MediaPlace.configure(media),
    LinkEmbed,
    Embed.configure(media),
    Columns,
    Column,
    ColumnKeys,
    Callout,
    Button,
    Details,
    DetailsSummary,
    DetailsContent,
    FreeHtml.configure({ embeds: media.embeds }),
    CustomContainer.configure({ offered: media.containers }),
    CodeBlock,
    Table,
    TableRow,
    TableCell,
    TableHeader,
    MediaKeys,
    ...features,
    EarlyPaste,
    PasteCode.configure({ settings: media.embeds }),
    PasteInput.configure(media),
    PasteOffers.configure({ embeds: media.embeds }),
    Placeholder.configure({
      placeholder: ({ editor, node }) => {
        if (!isEmptyParagraph(node)) return "";
        return editor.isEmpty ? messages.article.placeholder : messages.article.emptyLine;
      },
    }),
  ];
}
