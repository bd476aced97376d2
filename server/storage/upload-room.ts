/** Disk space for uploads: they stop while there is still space for saves. */
import fs from "node:fs";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { LEAST_FREE_FOR_FILES } from "./disk.ts";

/** Reserved per file, ahead of its bytes. */
const STEP_BYTES = 4 * 1024 * 1024;

export type UploadRoom = ReturnType<typeof createUploadRoom>;

export function createUploadRoom(dataDir: string) {
  /** Reserved and not yet written. */
  let reserved = 0;
  const requireStep = async () => {
    const { bavail, bsize } = await fs.promises.statfs(dataDir);
    if (bavail * bsize - reserved - STEP_BYTES < LEAST_FREE_FOR_FILES)
      throw new AppError("disk_full", sentence("storage.little_space_for_files", { limit: LEAST_FREE_FOR_FILES }));
    reserved += STEP_BYTES;
  };
  return {
    /** Passes a file's bytes on while there is space. @throws AppError disk_full */
    async *within(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      let granted = 0;
      try {
        for await (const chunk of chunks) {
          while (granted < chunk.length) {
            await requireStep();
            granted += STEP_BYTES;
          }
          granted -= chunk.length;
          reserved -= chunk.length;
          yield chunk;
        }
      } finally {
        reserved -= granted;
      }
    },
  };
}
