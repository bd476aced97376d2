import { Editor, type Extensions } from "@tiptap/core";
import { Placeholder } from "@tiptap/extensions";
import StarterKit from "@tiptap/starter-kit";
import { articleSchema } from "../../../server/article/schema.ts";
import type { DocumentNode } from "../../../server/article/vms-json.ts";
import { messages } from "../messages/index.ts";
import { isAllowedTarget } from "../ui/lib/links.ts";
import { scrollProps } from "../ui/visible-area.ts";
import type { ArticleParts } from "../uploads/assets.ts";
import { PictureInput } from "../uploads/picture-input.ts";
import { isEmptyParagraph } from "./commands/block-places.ts";
import { BlockKeys, BlockWalls } from "./nodes/block-keys.ts";
import { BlocksAtCursor } from "./nodes/blocks-at-cursor.ts";
import { FreeHtml } from "./nodes/free-html.ts";
import { FileDownload, LinkEmbed } from "./nodes/media/cards.ts";
import { Embed } from "./nodes/media/embed.ts";
import { Audio, Figure, Video } from "./nodes/media/figure.ts";
import { Gallery } from "./nodes/media/gallery.ts";
import { MediaKeys } from "./nodes/media/media-keys.ts";
import { MediaPlace } from "./nodes/media/media-place.ts";
import {
  Button,
  Callout,
  CodeBlock,
  Column,
  ColumnKeys,
  Columns,
  CustomContainer,
  Details,
  DetailsContent,
  DetailsSummary,
  PullQuote,
} from "./nodes/simple-blocks.ts";
import { Document, Font, HEADING_LEVELS, Subscript, Superscript, TypedLinks } from "./nodes/text.ts";
import { PasteInput } from "./paste/paste-input.ts";
import { PasteOffers } from "./paste/paste-offers.ts";
import { Table, TableCell, TableHeader, TableRow } from "./table/table.ts";

/** Creates the editor without mounting it. @param features extensions of the features around the article */
export function createArticleEditor(doc: DocumentNode, media: ArticleParts, features: Extensions = []): Editor {
  return new Editor({
    element: null,
    schemaSpec: articleSchema.spec,
    extensions: [...articleExtensions(media, features), PictureInput.configure({ queue: media.queue })],
    content: doc,
    // PasteInput converts pasted Markdown; here only a pasted URL becomes a link.
    enablePasteRules: ["link"],
    // The Content-Security-Policy allows no style element; article.css has these rules.
    injectCSS: false,
    // Replays each change synchronously to report deletions, which nothing here uses.
    enableCoreExtensions: { delete: false },
    editorProps: {
      ...scrollProps,
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": messages.article.label,
        class: "article",
        spellcheck: "true",
      },
    },
  });
}

/** Replaces the document, with its language, without an update event. */
export function showDocument(editor: Editor, doc: DocumentNode): void {
  editor.commands.setContent(doc, { emitUpdate: false });
  // Tiptap replaces only the content.
  const { tr } = editor.state;
  editor.view.dispatch(
    tr
      .setDocAttribute("lang", doc.attrs?.lang ?? "")
      .setMeta("preventUpdate", true)
      .setMeta("addToHistory", false),
  );
}

/** The plugins of `features` come before the paste plugins. */
function articleExtensions(media: ArticleParts, features: Extensions): Extensions {
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
