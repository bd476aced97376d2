/** Small files that must be whole or absent after a crash. */
import fs from "node:fs";
import path from "node:path";

/** Writes a temporary file beside the target, fsyncs it, renames it over the target and fsyncs the folder. */
export async function writeFileDurably(file: string, content: string | Buffer, mode: number): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`;
  const handle = await fs.promises.open(temporary, "w", mode);
  try {
    await handle.writeFile(content);
    await handle.sync();
    await handle.close();
    await fs.promises.rename(temporary, file);
  } catch (error) {
    await handle.close();
    await fs.promises.rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(file));
}

/** Makes renames and new names in a folder durable. Windows keeps its folders in order without being asked. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await fs.promises.open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
