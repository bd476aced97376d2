/** Prepares a save before anything is written: checks its document, finds its files, renders its HTML. */

import { createHash } from "node:crypto";
import type { Node } from "prosemirror-model";
import { filesOf, ownName, readState, sourcesOf, withoutContainers } from "../../article/document.ts";
import type { EmbedSettings } from "../../article/embeds/settings.ts";
import type { RenderedAsset } from "../../article/render/rendering.ts";
import { safeSource } from "../../article/render/safe.ts";
import { renderArticle, styleSheet, styleSheetName } from "../../article/render.ts";
import {
  asMap,
  dummyReference,
  type GalleyState,
  type PictureWidth,
  type VmsJson,
  withDummyUrls,
} from "../../article/vms-json.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { refusedPart } from "../../core/errors.ts";
import { JsonText } from "../../core/json-text.ts";
import { type Asset, isUnavailable } from "../../media/asset-store.ts";
import type { Services } from "../../services.ts";
import { type Session, stateHash } from "../sessions/session-store.ts";
import { hasSiteKeys, keepSpelling, withoutReferences } from "./exact-state.ts";
import { freeHtmlSanitizer } from "./free-html.ts";
import { containerHash, hashesIn } from "./known-containers.ts";
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

interface ArticleSources {
  files: KnownFiles;
  /** The state that this one is based on; read only if needed. */
  before: () => JsonText | null;
  embeds: EmbedSettings;
  styleFile: Asset | null;
  /** Returns the hashes of definitions that this article may not use. */
  unknownContainers: (used: ReadonlySet<string>) => ReadonlySet<string>;
}

/** @throws ValidationFailed for a document that cannot be read, names a file that the session lacks, or has too much free HTML */
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
      return asset !== undefined && !isUnavailable(asset);
    });
  const smaller = named.flatMap(widthsOf).flatMap(({ file }) => known.get(file) ?? []);
  const all = [...named, ...smaller, ...(styleFile === null ? [] : [styleFile])];
  const used = [...new Map(all.map((asset) => [asset.fileName, asset])).values()];
  const stored = used.filter((asset): asset is Asset & { blob: string } => asset.blob !== null);
  const foreign = used.filter((asset) => asset.blob === null && !isUnavailable(asset));
  const state = withDummyUrls(
    read.state,
    new Map(stored.map((asset) => [asset.fileName, { ...asset, widths: widthsOf(asset) }])),
  );
  // A file that only the site has keeps the site's URL in state and HTML.
  for (const { fileName, clientUrl } of foreign)
    state.assets[fileName] = { ...asMap(read.state.assets[fileName]), clientUrl: clientUrl ?? "" };
  // A block whose file is gone stays in the document; the page shows only its text.
  const { shown, missing } = pageFiles(named, files, state);
  const html = renderArticle(read.doc, shown, {
    freeHtml: freeHtmlSanitizer(),
    embeds,
    ...(styleFile === null ? {} : { styleFile: styleFile.fileName }),
  });
  const base = hasSiteKeys(state) ? before() : null;
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

interface KnownFiles {
  known: ReadonlyMap<string, Asset>;
  /** Names of files that could not be fetched from the site. */
  unfetched: ReadonlySet<string>;
  widths: ReadonlyMap<string, PictureWidth[]>;
}

/**
 * Returns the files to render, and the names of missing ones. A file is missing without content here if its URL cannot be
 * loaded by a page or fetched by Galley. A picture that lacks some sizes is shown in the others; one that lacks all
 * keeps the site's URL, which may work for readers.
 */
function pageFiles(
  named: readonly Asset[],
  { known, unfetched, widths }: KnownFiles,
  state: GalleyState,
): { shown: Record<string, RenderedAsset>; missing: string[] } {
  const isLost = (asset: Asset) =>
    asset.blob === null && (unfetched.has(asset.fileName) || safeSource(asset.clientUrl ?? "") === null);
  const missing = new Set<string>();
  const shown: [string, RenderedAsset][] = [];
  for (const picture of named) {
    const smaller = (widths.get(picture.fileName) ?? []).flatMap(({ file, width }) => {
      const asset = known.get(file);
      return asset === undefined ? [] : [{ asset, file, width }];
    });
    for (const asset of [picture, ...smaller.map((each) => each.asset)]) if (isLost(asset)) missing.add(asset.fileName);
    const available = smaller.filter(({ asset }) => !isLost(asset));
    const facts = rendered(picture, state);
    const widest = available.at(-1);
    if (isLost(picture) && widest !== undefined) {
      const src = widest.asset.blob === null ? widest.asset.clientUrl : dummyReference(widest.file);
      shown.push([picture.fileName, { ...rendered(widest.asset, state), src, widths: available.slice(0, -1) }]);
    } else {
      const kept = isLost(picture) ? smaller : available;
      if (picture.blob !== null || picture.clientUrl !== null)
        shown.push([picture.fileName, { ...facts, widths: kept }]);
    }
    for (const { asset, file } of smaller)
      if (asset.blob !== null || asset.clientUrl !== null) shown.push([file, rendered(asset, state)]);
  }
  return { shown: Object.fromEntries(shown), missing: [...missing] };
}

/** A file that only the site has keeps the site's URL, and the size that the state says. */
function rendered(asset: Asset, state: GalleyState): RenderedAsset {
  const { type, size, width, height, blob, clientUrl } = asset;
  if (blob !== null) return { type, size, width, height };
  const entry = asMap(state.assets[asset.fileName]) ?? {};
  const pixels = width === null ? { width: entry.width, height: entry.height } : { width, height };
  return { type, ...pixels, size: entry.size, src: clientUrl };
}

/**
 * The style sheet of articles as a file of the version, if the project's setting `style_sheet` is "file": for sites that
 * remove `<style>` from `vms_html`. It is an ordinary asset, so that sites store it and return its URL.
 */
export function createStyleSheets(services: Pick<Services, "runtime" | "projects" | "assets" | "blobs">) {
  const { runtime, projects, assets, blobs } = services;
  const bytes = Buffer.from(styleSheet());
  // The name contains the hash, so that sites never confuse the style sheets of two versions of Galley.
  const fileName = styleSheetName(createHash("sha256").update(bytes).digest("hex").slice(0, 8));
  return {
    isFile: ({ projectId }: Session): boolean => projects.byId(projectId).settings.style_sheet === "file",
    /** The session's style sheet file, stored at its first save. @throws AppError disk_full */
    async of({ id: sessionId }: Session): Promise<Asset | null> {
      const existing = assets.byName(sessionId, fileName);
      if (existing !== null && existing.blob !== null) return existing;
      await blobs.write(bytes, { limitBytes: bytes.length }, ({ sha256, size, crc32 }) =>
        assets.add({
          ...{ sessionId, fileName, blob: sha256, size, crc32, type: "text/css", width: null, height: null },
          ...{ originalName: fileName, clientUrl: null, createdAt: runtime.clock.now() },
        }),
      );
      return assets.byName(sessionId, fileName);
    },
  };
}
