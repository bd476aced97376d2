/** Streams uploads to disk, inspects them, and adds them as assets. Acknowledges them once file and rows are on disk. */

import type { Readable } from "node:stream";
import { MAX_WIDTHS } from "../article/vms-json.ts";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import type { Services } from "../services.ts";
import type { Blob } from "../storage/blobs.ts";
import { type Asset, isUnavailable, type StoredFiles } from "./asset-store.ts";
import { archiveFileName } from "./file-names.ts";
import { inspect, RETRY_AFTER_S } from "./inspect.ts";
import type { Inspected } from "./inspect-file.ts";
import { unsupported } from "./media-types.ts";
import { bytesOf } from "./metadata/parts.ts";

/** More than one article has. */
const MAX_FILES = 5_000;
/** Quota for files that no version shows, in multiples of the maximum upload size. */
const MAX_UNSHOWN_FILES = 10;
/** Concurrent uploads per session. The quota does not count them yet. */
const MAX_CONCURRENT = 10;

/** The files of a session, read once for many additions. */
interface Holdings {
  present: Asset[];
  files: number;
  unshownBytes: number;
}

export function createUploads(services: Pick<Services, "runtime" | "commits" | "settings" | "blobs" | "assets">) {
  const { runtime, commits, settings, blobs, assets } = services;
  const assertQuota = ({ files, unshownBytes }: Pick<Holdings, "files" | "unshownBytes">) => {
    if (files < MAX_FILES && unshownBytes < MAX_UNSHOWN_FILES * settings.get().media_limit_bytes) return;
    throw new AppError("conflict", sentence("media.full", { days: settings.get().upload_days }));
  };
  /** Uploads in progress. */
  const active = new Set<{ sessionId: string }>();
  const holdingsOf = (sessionId: string): Holdings => ({
    present: [...assets.ofSession(sessionId).values()],
    ...assets.kept(sessionId),
  });
  const assetFor = (
    sessionId: string,
    blob: Blob,
    found: Pick<Inspected, "type" | "width" | "height"> & { ext: string },
    originalName: string,
    holdings = holdingsOf(sessionId),
  ): Asset => {
    const now = runtime.clock.now();
    // The same content keeps one name.
    const same = holdings.present.find((other) => other.blob === blob.sha256 && other.type === found.type);
    if (same !== undefined) {
      assets.uploadedAgain(sessionId, same.fileName, now);
      return same;
    }
    // The name of a gone file can be reused.
    const others = holdings.present
      .filter((other) => other.blob !== blob.sha256 && !isUnavailable(other))
      .map((other) => other.fileName);
    const asset: Asset = {
      fileName: archiveFileName(originalName, blob.sha256, found.ext, others),
      blob: blob.sha256,
      size: blob.size,
      crc32: blob.crc32,
      type: found.type,
      width: found.width,
      height: found.height,
      originalName: originalName.slice(0, 300),
      clientUrl: null,
    };
    // Checked again, because other uploads may have ended since.
    assertQuota(holdings);
    assets.add({ ...asset, blob: blob.sha256, sessionId, createdAt: now });
    const added = assets.byName(sessionId, asset.fileName) ?? asset;
    holdings.present.push(added);
    holdings.files += 1;
    holdings.unshownBytes += blob.size;
    return added;
  };
  /** Adds rows for stored bytes, all or none, in the caller's transaction. Returns the assets by given name. @throws AppError conflict */
  const addStored = (sessionId: string, { files, widths }: StoredFiles): Map<string, Asset> => {
    const added = new Map<string, Asset>();
    const holdings = holdingsOf(sessionId);
    for (const file of files) {
      const ext = /\.([a-z0-9]{1,10})$/.exec(file.fileName)?.[1] ?? "bin";
      const blob = { sha256: file.blob, size: file.size, crc32: file.crc32 };
      added.set(file.fileName, assetFor(sessionId, blob, { ...file, ext }, file.originalName, holdings));
    }
    for (const [name, smaller] of widths)
      for (const { file, width } of smaller) {
        const [picture, narrower] = [added.get(name), added.get(file)];
        if (picture !== undefined && narrower !== undefined)
          assets.addWidth(sessionId, picture.fileName, narrower.fileName, width);
      }
    return added;
  };
  /** The picture that a smaller file belongs to. @throws AppError invalid */
  const pictureNamed = (sessionId: string, fileName: string): Asset => {
    const picture = assets.byName(sessionId, fileName);
    if (picture === null || picture.width === null || !picture.type.startsWith("image/"))
      throw new AppError("invalid", sentence("media.smaller_of"));
    if ((assets.widths(sessionId).get(fileName)?.length ?? 0) >= MAX_WIDTHS)
      throw new AppError("invalid", sentence("media.too_many_widths", { max: MAX_WIDTHS }));
    return picture;
  };

  return {
    /**
     * @param originalName used only for the new name, never as a path
     * @param onlyPictures refuses all other files as unsupported_media_type
     * @param smallerOf the picture that this file shows with fewer pixels; null for an independent file
     * @throws AppError conflict above the quota; too_many_requests; too_large; unsupported_media_type; invalid if it does
     *   not match `smallerOf`; disk_full
     */
    async receive(
      sessionId: string,
      originalName: string,
      source: Readable,
      {
        maxBytes = Number.POSITIVE_INFINITY,
        onlyPictures = false,
        smallerOf = null,
      }: { maxBytes?: number; onlyPictures?: boolean; smallerOf?: string | null } = {},
    ): Promise<Asset> {
      const limitBytes = Math.min(maxBytes, settings.get().media_limit_bytes);
      assertQuota(assets.kept(sessionId));
      const picture = smallerOf === null ? null : pictureNamed(sessionId, smallerOf);
      if ([...active].filter((other) => other.sessionId === sessionId).length >= MAX_CONCURRENT)
        throw new AppError("too_many_requests", sentence("media.others_received", { max: MAX_CONCURRENT }), {
          "Retry-After": RETRY_AFTER_S,
        });
      const upload = { sessionId };
      active.add(upload);
      const received = await blobs.receive(source, { limitBytes }).finally(() => active.delete(upload));
      let accepted = received;
      try {
        const found = await inspect(sessionId, received, originalName);
        if (onlyPictures && !found.type.startsWith("image/")) throw unsupported(sentence("media.no_picture"));
        if (picture !== null) refuseUnlessSmaller(found, picture);
        const clean = found.replacement ?? (found.parts === undefined ? null : bytesOf(received.path, found.parts));
        if (clean !== null) {
          accepted = await blobs.receive(clean, { limitBytes });
          await blobs.discard(received);
        }
        return await blobs.keep(accepted, (blob) => {
          const asset = assetFor(sessionId, blob, found, originalName);
          if (picture !== null && asset.width !== null && asset.fileName !== picture.fileName)
            assets.addWidth(sessionId, picture.fileName, asset.fileName, asset.width);
          return asset;
        });
      } catch (error) {
        await blobs.discard(accepted);
        throw error;
      }
    },
    /** Copies another session's stored files. Returns the assets by their names in `from`. @throws AppError conflict above the quota */
    copy(from: string, to: string, names: readonly string[]): Promise<Map<string, Asset>> {
      return commits.run(() => addStored(to, assets.stored(from, names)));
    },
    addStored,
  };
}

/** Browsers choose among a picture's files by width alone, so all files must show the same picture. */
function refuseUnlessSmaller(smaller: Inspected, picture: Asset): void {
  const { width, height } = picture;
  const isSame =
    smaller.type.startsWith("image/") &&
    smaller.width !== null &&
    smaller.height !== null &&
    width !== null &&
    height !== null &&
    smaller.width < width &&
    // Rounded to whole pixels.
    Math.abs(smaller.height - (height * smaller.width) / width) <= 1;
  if (!isSame) throw new AppError("invalid", sentence("media.not_smaller", { name: picture.fileName }));
}
