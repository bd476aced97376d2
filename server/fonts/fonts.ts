/** A project's current fonts: upload, correction, removal. Publishing sends them to the sites. */
import type { Readable } from "node:stream";
import type { SessionStore } from "../articles/sessions/session-store.ts";
import type { AuditAction } from "../contracts/audit-actions.ts";
import type { FontCorrection, FontFileView } from "../contracts/fonts-api.ts";
import { type Sentence, sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { isoTime } from "../core/runtime.ts";
import type { DeliveryStore } from "../deliveries/delivery-store.ts";
import { archiveFileName } from "../media/file-names.ts";
import type { Services } from "../services.ts";
import type { Blob, Received } from "../storage/blobs.ts";
import { FONT_LIMIT_BYTES, FORMAT_NAMES, notAFont } from "./font-formats.ts";
import { createFontInspection, type FontInspection } from "./font-inspection.ts";
import type { FontFile, FontStore, NamedBlob } from "./font-store.ts";
import { type FontGroup, groupFonts } from "./font-tree.ts";
import { cleanFamily, rangesOverlap } from "./font-values.ts";
import { createFontSnapshots } from "./publishing.ts";
import type { FontFacts } from "./read-font.ts";

/** More than any newsroom has; one snapshot contains them all. */
const MAX_FONTS = 500;

function createFonts({
  database,
  runtime,
  events,
  audit,
  projects,
  blobs,
  store,
  inspection,
}: Pick<Services, "database" | "runtime" | "events" | "audit" | "projects" | "blobs"> & {
  store: FontStore;
  inspection: FontInspection;
}) {
  const viewOf = (projectId: string, fileName: string): FontFileView => {
    const view = fontViews(store.ofProject(projectId)).find(({ file_name }) => file_name === fileName);
    if (view === undefined) throw noFont(fileName);
    return view;
  };
  const namesOf = (projectId: string) =>
    store
      .ofProject(projectId)
      .flatMap(({ fileName, woff2 }) => (woff2 === null ? [fileName] : [fileName, woff2.fileName]));
  const fontWithBlob = (projectId: string, blob: string) =>
    store.ofProject(projectId).find((font) => font.blob === blob);
  const recordChange = (projectId: string, action: AuditAction, fileName: string, detail: Record<string, unknown>) => {
    audit.record(action, projectId, { file: fileName, ...detail });
    events.publish("fonts", { project_id: projectId, snapshot_id: null });
  };

  const receive = async (source: Readable | Uint8Array): Promise<Received> => {
    try {
      return await blobs.receive(source, { limitBytes: FONT_LIMIT_BYTES });
    } catch (error) {
      if (error instanceof AppError && error.code === "too_large") throw tooLarge();
      throw error;
    }
  };

  /** Adds blobs and row in one transaction. */
  const add = (projectId: string, originalName: string, font: Blob, woff2: Blob | null, facts: FontFacts): string => {
    const now = runtime.clock.now();
    const existing = fontWithBlob(projectId, font.sha256);
    if (existing !== undefined) return existing.fileName;
    const names = namesOf(projectId);
    const named = ({ sha256, size }: Blob, ext: string): NamedBlob => {
      const fileName = archiveFileName(originalName, sha256, ext, names);
      names.push(fileName);
      return { fileName, blob: sha256, size };
    };
    const file: FontFile = {
      ...named(font, facts.format),
      woff2: woff2 === null ? null : named(woff2, "woff2"),
      format: facts.format,
      family: facts.family || familyFromName(originalName),
      weight: facts.weight,
      style: facts.style,
      stretch: facts.stretch,
      unicodeRange: null,
      originalName: originalName.slice(0, 300),
      createdAt: now,
      facts,
    };
    database.transaction(() => {
      store.addBlob(font, now);
      if (woff2 !== null) store.addBlob(woff2, now);
      store.insert(projectId, file);
    })();
    recordChange(projectId, "font added", file.fileName, { original_name: file.originalName });
    return file.fileName;
  };

  const keep = async (
    projectId: string,
    originalName: string,
    font: Received,
    woff2: Received | null,
    facts: FontFacts,
  ) => {
    // Keeps both files on disk until their row exists.
    const release = blobs.hold();
    try {
      await blobs.keep(font, () => {});
      if (woff2 !== null) await blobs.keep(woff2, () => {});
      return add(projectId, originalName, font, woff2, facts);
    } finally {
      release();
    }
  };

  return {
    /** By family, weight and style. @throws AppError not_found */
    list: (projectId: string): FontFileView[] => fontViews(store.ofProject(projects.byId(projectId).id)),
    /**
     * Adds a font and its woff2; an existing font stays. @throws AppError too_large, unsupported_media_type, invalid, conflict,
     * disk_full
     */
    async upload(projectId: string, originalName: string, source: Readable): Promise<FontFileView> {
      projects.byId(projectId);
      if (store.ofProject(projectId).length >= MAX_FONTS)
        throw new AppError("conflict", sentence("fonts.too_many", { max: MAX_FONTS }));
      const font = await receive(source);
      let woff2: Received | null = null;
      try {
        const existing = fontWithBlob(projectId, font.sha256);
        if (existing !== undefined) return viewOf(projectId, existing.fileName);
        if (font.size === 0) throw notAFont(sentence("fonts.empty"));
        const facts = await inspection.read(font.path);
        const packed = facts.format === "woff2" ? null : await inspection.pack(font.path);
        woff2 = packed === null ? null : await receive(packed);
        return viewOf(projectId, await keep(projectId, originalName, font, woff2, facts));
      } finally {
        await blobs.discard(font);
        if (woff2 !== null) await blobs.discard(woff2);
      }
    },
    /** @throws AppError not_found */
    correct(projectId: string, fileName: string, { unicode_range, ...values }: FontCorrection): FontFileView {
      const font = store.byName(projectId, fileName);
      if (font === null) throw noFont(fileName);
      const corrected = {
        family: values.family ?? font.family,
        weight: values.weight ?? font.weight,
        style: values.style ?? font.style,
        stretch: values.stretch ?? font.stretch,
        unicodeRange: unicode_range === undefined ? font.unicodeRange : unicode_range,
      };
      store.correct(projectId, fileName, corrected);
      recordChange(projectId, "font corrected", fileName, corrected);
      return viewOf(projectId, fileName);
    },
    /** Snapshots keep the file. @throws AppError not_found */
    remove(projectId: string, fileName: string): void {
      if (!store.remove(projectId, fileName)) throw noFont(fileName);
      recordChange(projectId, "font removed", fileName, {});
    },
    /** A font, or the woff2 made from it. @throws AppError not_found */
    bytesOf(projectId: string, fileName: string): { path: string; type: string } {
      for (const font of store.ofProject(projectId)) {
        if (font.fileName === fileName) return { path: blobs.path(font.blob), type: FORMAT_NAMES[font.format].type };
        if (font.woff2?.fileName === fileName)
          return { path: blobs.path(font.woff2.blob), type: FORMAT_NAMES.woff2.type };
      }
      throw noFont(fileName);
    },
  };
}

export function tooLarge(): AppError {
  return new AppError("too_large", sentence("fonts.too_large", { limit: FONT_LIMIT_BYTES }));
}

function noFont(name: string): AppError {
  return new AppError("not_found", sentence("fonts.no_font", { name }));
}

function familyFromName(originalName: string): string {
  const base = originalName.replace(/^.*[/\\]/s, "").replace(/\.[A-Za-z0-9]{1,10}$/, "");
  return cleanFamily(base.replace(/[_]+/g, " ")) || "Unnamed";
}

function fontViews(fonts: readonly FontFile[]): FontFileView[] {
  const groups = groupFonts(fonts);
  return groups.flatMap((group) => group.fonts.map((font) => viewOf(font, warningsOf(font, group, groups))));
}

function viewOf(font: FontFile, warnings: Sentence[]): FontFileView {
  const { format, size, family, weight, style, stretch, facts } = font;
  const { format: _, restricted: __, axes, ...read } = facts;
  return {
    file_name: font.fileName,
    original_name: font.originalName,
    uploaded_at: isoTime(font.createdAt),
    ...{ format, size, family, weight, style, stretch, read, axes },
    unicode_range: font.unicodeRange,
    woff2: font.woff2 === null ? null : { file_name: font.woff2.fileName, size: font.woff2.size },
    warnings: warnings.map(({ detail }) => detail),
    warning_sentences: warnings.map(({ code, facts }) => ({ code, facts })),
  };
}

function warningsOf(font: FontFile, group: FontGroup, groups: FontGroup[]): Sentence[] {
  const warnings: Sentence[] = [];
  if (font.facts.family === "") warnings.push(sentence("fonts.no_family"));
  if (font.facts.restricted) warnings.push(sentence("fonts.restricted"));
  if (font.format !== "woff2" && font.woff2 === null) warnings.push(sentence("fonts.no_woff2"));
  const shadow = group.shadowed.find((shadowed) => shadowed.font === font);
  if (shadow !== undefined) return [...warnings, sentence("fonts.shadowed", { name: shadow.by.originalName })];
  const rival = groups.find((other) => other !== group && isRival(group, other))?.fonts[0];
  if (rival !== undefined) warnings.push(sentence("fonts.overlapping", { name: rival.originalName }));
  return warnings;
}

/** Whether two variants of one face have characters in common. */
function isRival(a: FontGroup, b: FontGroup): boolean {
  return (
    a.family.toLowerCase() === b.family.toLowerCase() &&
    a.weight === b.weight &&
    a.style === b.style &&
    a.stretch === b.stretch &&
    (a.unicodeRange === null || b.unicodeRange === null || rangesOverlap(a.unicodeRange, b.unicodeRange))
  );
}

export function createFontServices(
  services: Pick<
    Services,
    "database" | "runtime" | "events" | "audit" | "projects" | "blobs" | "sender" | "settings"
  > & {
    sessions: SessionStore;
    deliveries: DeliveryStore;
    store: FontStore;
  },
) {
  const fontInspection = createFontInspection();
  const fonts = createFonts({ ...services, inspection: fontInspection });
  return { fontInspection, fonts, snapshots: createFontSnapshots(services) };
}
