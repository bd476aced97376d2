/** Prepares a save before anything is written: checks its document, finds its files, renders its HTML. */
import type { Node } from "prosemirror-model";
import { asMap, withDummyUrls } from "../../article/assets.ts";
import { filesOf, readState, sourcesOf, withoutContainers } from "../../article/document.ts";
import type { EmbedSettings } from "../../article/embeds/settings.ts";
import { ownName } from "../../article/heading.ts";
import { type RenderedAsset, type RenderOptions, renderArticle } from "../../article/render.ts";
import type { GalleyState, PictureWidth, VmsJson } from "../../article/vms-json.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { refusedPart } from "../../core/errors.ts";
import { JsonText } from "../../core/json-text.ts";
import { type Asset, isGone } from "../../media/asset-store.ts";
import { stateHash } from "../sessions/session-store.ts";
import { hasForeignParts, keepSpelling, withoutReferences } from "./exact-state.ts";
import { FreeHtmlRefused, freeHtmlSanitizer } from "./free-html.ts";
import { containerHash, hashesIn } from "./known-containers.ts";
import { type KnownFiles, pageFiles } from "./page-files.ts";
import type { KeptFile } from "./version-store.ts";

export interface Article {
  text: JsonText;
  stateHash: string;
  html: string;
  /** Its first heading, else its first words; null without text. */
  heading: string | null;
  files: KeptFile[];
  missing: string[];
  /** Hashes of its containers' definitions. */
  containers: ReadonlySet<string>;
  /** The originals of cropped pictures that are stored here and not published themselves. */
  sources: KeptFile[];
  size: number;
}

export interface ArticleSources {
  files: KnownFiles;
  /** The state that this one is based on; read only if needed. */
  before: () => JsonText | null;
  embeds: EmbedSettings;
  /** The style sheet's file; null if the HTML contains the style sheet. */
  styleFile: Asset | null;
  /** Returns the hashes of definitions that this article may not use. */
  unknownContainers: (used: ReadonlySet<string>) => ReadonlySet<string>;
}

/**
 * @throws ValidationFailed for a document that cannot be read, names a file that the session lacks, or has too much free
 *   HTML
 */
export function readArticle(
  vmsJson: VmsJson,
  { files, before, embeds, styleFile, unknownContainers }: ArticleSources,
): { state: GalleyState; article: Article } {
  const { known, widths } = files;
  const read = readKnown(vmsJson, unknownContainers);
  const named = filesOf(read.doc).map((fileName) => {
    const asset = known.get(fileName);
    if (asset === undefined)
      throw refusedPart("vms_json", sentence("articles.not_uploaded", { file: fileName }), fileName);
    return asset;
  });
  // The document names only the picture, not its smaller sizes.
  const widthsOf = ({ fileName }: Asset): PictureWidth[] =>
    (widths.get(fileName) ?? []).filter(({ file }) => {
      const asset = known.get(file);
      return asset !== undefined && !isGone(asset);
    });
  const smaller = named.flatMap(widthsOf).flatMap(({ file }) => known.get(file) ?? []);
  const all = [...named, ...smaller, ...(styleFile === null ? [] : [styleFile])];
  const used = [...new Map(all.map((asset) => [asset.fileName, asset])).values()];
  const stored = used.filter((asset): asset is Asset & { blob: string } => asset.blob !== null);
  const foreign = used.filter((asset) => asset.blob === null && !isGone(asset));
  const state = withDummyUrls(
    read.state,
    new Map(stored.map((asset) => [asset.fileName, { ...asset, widths: widthsOf(asset) }])),
  );
  // A file that only the site has keeps the site's URL in state and HTML.
  for (const { fileName, clientUrl } of foreign)
    state.assets[fileName] = { ...asMap(read.state.assets[fileName]), clientUrl: clientUrl ?? "" };
  // A block whose file is gone stays in the document; the page shows only its text.
  const { shown, missing } = pageFiles(named, files, state);
  const html = renderSaved(read.doc, shown, {
    embeds,
    ...(styleFile === null ? {} : { styleFile: styleFile.fileName }),
  });
  const base = hasForeignParts(state) ? before() : null;
  const text = withoutReferences(base === null ? JsonText.of(state) : keepSpelling(state, base));
  const article = {
    text,
    stateHash: stateHash(state),
    html,
    heading: ownName(read.doc),
    files: stored.map(({ fileName, blob }) => ({ fileName, blob })),
    missing,
    containers: hashesIn(read.state.doc),
    sources: sourcesOf(read.doc).flatMap((fileName): KeptFile[] => {
      const blob = known.get(fileName)?.blob ?? null;
      return blob === null || stored.some((asset) => asset.fileName === fileName) ? [] : [{ fileName, blob }];
    }),
    size: Buffer.byteLength(html) + Buffer.byteLength(text.text) + stored.reduce((sum, { size }) => sum + size, 0),
  };
  return { state, article };
}

/** Validates the state and unwraps containers that the site never defined. */
function readKnown(
  vmsJson: VmsJson,
  unknownContainers: (used: ReadonlySet<string>) => ReadonlySet<string>,
): { state: GalleyState; doc: Node } {
  const read = readState(vmsJson);
  if (!read.ok) throw refusedPart("vms_json", sentence("articles.not_a_document", { problem: read.problem }));
  const unknown = unknownContainers(hashesIn(read.state.doc));
  if (unknown.size === 0) return read;
  const doc = withoutContainers(read.state.doc, (definition) => !unknown.has(containerHash(definition)));
  return readKnown({ ...read.state, doc }, () => new Set());
}

function renderSaved(
  doc: Node,
  files: Readonly<Record<string, RenderedAsset>>,
  options: Omit<RenderOptions, "freeHtml">,
): string {
  try {
    return renderArticle(doc, files, { freeHtml: freeHtmlSanitizer(), ...options });
  } catch (error) {
    if (error instanceof FreeHtmlRefused) throw refusedPart("vms_json", error.sentence);
    throw error;
  }
}
