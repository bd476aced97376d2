/**
 * Font snapshots: a project's fonts, their CSS and font tree (contract 2.7) at one publication. They never change.
 * Publishing makes a snapshot current and sends `site_fonts_updated` to each callback URL of the project (contract 6.2).
 */

import { type ArchiveKey, buildFontsArchive } from "../archives/archives.ts";
import type { Archive } from "../archives/zip.ts";
import type { Session, SessionStore } from "../articles/sessions/session-store.ts";
import type { FontComparison, FontFormat, FontsView, PublishedFile, SnapshotView } from "../contracts/fonts-api.ts";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { isoTime } from "../core/runtime.ts";
import type { DeliveryStore } from "../deliveries/delivery-store.ts";
import type { Services } from "../services.ts";
import { FONT_FORMATS, FORMAT_NAMES } from "./font-formats.ts";
import type { FontStore, FontTree, Snapshot } from "./font-store.ts";
import { publishedFonts, withRelativeUrls, withSiteUrls } from "./font-tree.ts";

const MAX_SHOWN = 100;
export function createFontSnapshots({
  database,
  runtime,
  events,
  audit,
  settings,
  projects,
  sessions,
  blobs,
  store,
  deliveries,
  sender,
}: Pick<Services, "database" | "runtime" | "events" | "audit" | "settings" | "projects" | "blobs" | "sender"> & {
  sessions: SessionStore;
  store: FontStore;
  deliveries: DeliveryStore;
}) {
  const archive = (snapshot: Snapshot) =>
    buildFontsArchive(
      {
        fileName: `fonts-${snapshot.id.slice(0, 8)}.zip`,
        time: new Date(snapshot.createdAt),
        css: snapshot.css,
        tree: { ...snapshot.tree },
        files: store.filesOf(snapshot.id),
      },
      blobs,
    );
  const snapshotById = (projectId: string, id: string): Snapshot => {
    const snapshot = store.byId(projectId, id);
    if (snapshot === null) throw new AppError("not_found", sentence("fonts.no_snapshot", { id }));
    return snapshot;
  };
  const view = (projectId: string, snapshot: Snapshot): SnapshotView => ({
    id: snapshot.id,
    created_at: isoTime(snapshot.createdAt),
    published_at: isoTime(snapshot.publishedAt),
    current: store.current(projectId)?.id === snapshot.id,
    families: snapshot.tree.list.map(({ family }) => family),
    ...store.sizeOf(snapshot.id),
    deliveries: store.statesOf(snapshot.id, snapshot.publishedAt),
  });
  const filesOf = (projectId: string, id: string): PublishedFile[] =>
    filesOfTree(
      snapshotById(projectId, id).tree,
      new Map(store.filesOf(id).map(({ fileName, size }) => [fileName, size])),
    );
  const filesNow = (projectId: string): PublishedFile[] => {
    const fonts = store.ofProject(projectId);
    const named = fonts.flatMap((font) => (font.woff2 === null ? [font] : [font, font.woff2]));
    return filesOfTree(publishedFonts(fonts).tree, new Map(named.map(({ fileName, size }) => [fileName, size])));
  };

  const snapshotFor = (projectId: string, snapshotId: string | null, at: number) => {
    if (snapshotId !== null) return { snapshot: snapshotById(projectId, snapshotId), isNew: false };
    const current = store.current(projectId);
    const fonts = publishedFonts(store.ofProject(projectId));
    if (current === null && fonts.files.length === 0) throw new AppError("conflict", sentence("fonts.nothing"));
    if (current !== null && isSame(current, fonts)) return { snapshot: current, isNew: false };
    const snapshot = { id: runtime.random.uuid(), createdAt: at, publishedAt: at, tree: fonts.tree, css: fonts.css };
    store.insertSnapshot(projectId, snapshot, fonts.files);
    return { snapshot, isNew: true };
  };

  const commit = database.transaction((projectId: string, snapshotId: string | null) => {
    const now = runtime.clock.now();
    // The newest publication is current, even after the clock was set back.
    const at = Math.max(now, (store.current(projectId)?.publishedAt ?? 0) + 1);
    const { snapshot, isNew } = snapshotFor(projectId, snapshotId, at);
    store.setPublished(snapshot.id, at);
    const superseded = deliveries.supersedeFonts(projectId, at);
    const inProgress = deliveries.fontsInProgress(projectId);
    const paused = settings.get().deliveries_paused;
    const enqueued = store.recipients(projectId).flatMap((recipient) => {
      // Callbacks of one session are sent in order, so the session with a callback in progress is used.
      const session = sessions.byId(inProgress.get(recipient.callbackUrl) ?? recipient.sessionId);
      if (session === null) return [];
      const delivery = {
        id: runtime.random.uuid(),
        projectId,
        sessionId: session.id,
        event: "site_fonts_updated" as const,
        versionId: null,
        snapshotId: snapshot.id,
        origin: new URL(session.callbackUrl).origin,
        reason: "published" as const,
        paused,
      };
      const { state } = deliveries.enqueue(delivery, at);
      return [{ ...delivery, state }];
    });
    audit.record("fonts published", projectId, { snapshot: snapshot.id, deliveries: enqueued.length });
    return { snapshot: { ...snapshot, publishedAt: at }, isNew, superseded, enqueued };
  });

  return {
    /** Null if the parts of the key do not match. */
    async findArchive(key: ArchiveKey): Promise<Archive | null> {
      const session = sessions.byMaterial(key.projectId, key.materialId);
      const snapshot = store.byId(key.projectId, key.archiveId);
      if (session?.fingerprint !== key.fingerprint || snapshot === null) return null;
      return archive(snapshot);
    },
    /** @throws AppError not_found */
    archiveOf: async (projectId: string, snapshotId: string): Promise<Archive> =>
      archive(snapshotById(projectId, snapshotId)),
    /** The font tree with the URLs of the session's site; null before the first publication. Contract 2.3 `fonts`. */
    treeFor({ projectId, callbackUrl }: Pick<Session, "projectId" | "callbackUrl">): FontTree | null {
      const current = store.current(projectId);
      return current === null ? null : withSiteUrls(current.tree, store.clientUrls(projectId, callbackUrl));
    },
    /** The current snapshot as sent to a site; null before the first publication. */
    published(projectId: string) {
      const current = store.current(projectId);
      if (current === null) return null;
      const fileNames = store.filesOf(current.id).map(({ fileName }) => fileName);
      return {
        tree: { ...current.tree },
        fileNames,
        archive: async () => archive(snapshotById(projectId, current.id)),
      };
    },
    /** The current CSS with relative file URLs; null before the first publication. */
    sheetFor(projectId: string): { snapshotId: string; css: string } | null {
      const current = store.current(projectId);
      return current === null ? null : { snapshotId: current.id, css: withRelativeUrls(current.css) };
    },
    /** A file of any publication, for pages that were opened before the last one; null for an unknown file. */
    fileFor(projectId: string, fileName: string): { sha256: string; type: string } | null {
      const sha256 = store.blobOf(projectId, fileName);
      const format = FONT_FORMATS.find((ext) => fileName.endsWith(`.${ext}`));
      return sha256 === null || format === undefined ? null : { sha256, type: FORMAT_NAMES[format].type };
    },
    /**
     * Publishes fonts. @param snapshotId null for the current fonts @returns `isNew`: false for a resend @throws AppError not_found; conflict without fonts
     */
    publish(projectId: string, snapshotId: string | null) {
      projects.byId(projectId);
      const { snapshot, isNew, superseded, enqueued } = commit.immediate(projectId, snapshotId);
      sender.wake();
      const publishState = (id: string, sessionId: string, state: "superseded" | "pending" | "held") =>
        events.publish("delivery", { id, session_id: sessionId, project_id: projectId, state });
      events.publish("fonts", { project_id: projectId, snapshot_id: snapshot.id });
      for (const { id, sessionId } of superseded) publishState(id, sessionId, "superseded");
      for (const { id, sessionId, state } of enqueued) publishState(id, sessionId, state);
      return { snapshot: view(projectId, snapshot), isNew, deliveries: enqueued.length };
    },
    recipients: store.recipients,
    /** `changed`: whether a publication would create a new snapshot. */
    overview(projectId: string): Pick<FontsView, "current" | "changed" | "snapshots"> {
      const listed = store.newest(projectId, MAX_SHOWN);
      const [current] = listed;
      const fonts = publishedFonts(store.ofProject(projectId));
      return {
        current: current === undefined ? null : view(projectId, current),
        changed: current === undefined ? fonts.files.length > 0 : !isSame(current, fonts),
        snapshots: listed.map((snapshot) => view(projectId, snapshot)),
      };
    },
    /** `from` null compares with no fonts, `to` null with the current fonts. @throws AppError not_found */
    compare: (projectId: string, from: string | null, to: string | null): FontComparison =>
      compareFonts(
        from === null ? [] : filesOf(projectId, from),
        to === null ? filesNow(projectId) : filesOf(projectId, to),
      ),
  };
}

function filesOfTree(tree: FontTree, sizes: ReadonlyMap<string, number>): PublishedFile[] {
  return tree.list.flatMap(({ family, variants }) =>
    variants.flatMap((variant) =>
      Object.entries(variant.files).map(([format, { id }]) => ({
        file_name: id,
        format: format as FontFormat,
        size: sizes.get(id) ?? 0,
        family,
        weight: String(variant.weight),
        style: variant.style,
        stretch: variant.stretch ?? "100%",
        unicode_range: variant.unicodeRange ?? null,
      })),
    ),
  );
}

const placeOf = (file: PublishedFile) =>
  JSON.stringify([file.family, file.weight, file.style, file.stretch, file.unicode_range, file.format]);

function compareFonts(from: PublishedFile[], to: PublishedFile[]): FontComparison {
  const [removed, added] = [new Set(from), new Set(to)];
  const pairs: FontComparison["changed"] = [];
  const whole = (file: PublishedFile) => placeOf(file) + file.file_name;
  // First unchanged files, then files that changed their place, then places with another file.
  for (const keyOf of [whole, (file: PublishedFile) => file.file_name, placeOf]) {
    const before = new Map([...removed].map((file) => [keyOf(file), file]));
    for (const file of added) {
      const old = before.get(keyOf(file));
      if (old === undefined || !removed.delete(old)) continue;
      added.delete(file);
      pairs.push({ from: old, to: file });
    }
  }
  const changed = pairs.filter((pair) => whole(pair.from) !== whole(pair.to));
  return { added: [...added], removed: [...removed], changed, unchanged: pairs.length - changed.length };
}

function isSame(snapshot: Snapshot, fonts: { tree: object; css: string }): boolean {
  return snapshot.css === fonts.css && JSON.stringify(snapshot.tree) === JSON.stringify(fonts.tree);
}
