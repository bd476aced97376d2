/** Size of the data folder by kind, without a scan of files or rows. */
import type { Overview } from "../../contracts/overview-api.ts";
import type { Services } from "../../services.ts";
import type { DatabaseSizes, Readiness } from "../../storage/database-health.ts";

/** Lifetime of the cached sum of fonts, ms. */
const FONTS_FRESH_MS = 60_000;

export type StorageUse = ReturnType<typeof createStorageUse>;

export function createStorageUse({
  database,
  sizes,
  clock,
  readiness,
}: Pick<Services, "database" | "clock"> & {
  sizes: DatabaseSizes;
  readiness: Pick<Readiness, "diskFree">;
}) {
  const fontBytes = database.prepare<[], { bytes: number }>(
    `SELECT coalesce(sum(b.size), 0) AS bytes
     FROM (SELECT blob FROM font_files UNION SELECT woff2_blob FROM font_files WHERE woff2_blob IS NOT NULL
           UNION SELECT blob FROM font_snapshot_files) f JOIN blobs b ON b.sha256 = f.blob`,
  );
  let fonts = { at: Number.NEGATIVE_INFINITY, bytes: 0 };
  const fontsNow = () => {
    const at = clock.now();
    if (at - fonts.at >= FONTS_FRESH_MS) fonts = { at, bytes: fontBytes.get()?.bytes ?? 0 };
    return fonts.bytes;
  };
  return async (): Promise<Overview["storage"]> => {
    const [main, log, free] = await Promise.all([sizes.databaseBytes(), sizes.logBytes(), readiness.diskFree()]);
    return {
      database_bytes: main + log,
      blob_bytes: sizes.blobBytes(),
      font_bytes: fontsNow(),
      free_bytes: free,
    };
  };
}
