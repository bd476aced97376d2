/**
 * Files that are there whole or not at all, also after a power cut: written under a temporary name beside their place,
 * flushed to the disk, and renamed.
 */
import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Puts `content` at `file`, replacing what is there. Folders are made as needed. Rejects when the stream fails. */
export async function writeFileAtomically(file: string, content: Readable | Buffer | string): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true });
  const temporary = path.join(folder, `.${randomBytes(6).toString("hex")}.tmp`);
  try {
    // `flush` makes the stream fsync before it closes.
    const out = createWriteStream(temporary, { flush: true, flags: "wx" });
    await pipeline(content instanceof Readable ? content : [content], out);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await flushFolder(folder);
}

/** The new name itself is part of the folder. Windows flushes folders on its own and refuses to be asked. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
