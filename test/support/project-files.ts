/** Files of this project, for tests that read its sources, documents and settings. */
import fs from "node:fs";
import path from "node:path";

export const ROOT = path.resolve(import.meta.dirname, "../..");

/** @param name path below the project's folder */
export const read = (name: string): string => fs.readFileSync(path.join(ROOT, name), "utf8");

export const readJson = (name: string) => JSON.parse(read(name));
