/**
 * Style sheet, icon, script and sample content of the site. They are read once, at the start: a program that is run from
 * an archive has them as files for as long as the system keeps its temporary folder, and no longer.
 */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { Router } from "express";

export interface Resources {
  /** @throws Error where there is no such file */
  read(name: string): Buffer;
  /** Hands the files out by their names. */
  router: Router;
}

export async function readResources(folder: string): Promise<Resources> {
  const files = new Map<string, Buffer>();
  for (const name of await readdir(folder)) files.set(name, await readFile(path.join(folder, name)));

  const router = Router();
  router.get("/:name", (req, res, next) => {
    const content = files.get(req.params.name);
    if (content === undefined) return next();
    res.set("Cache-Control", "public, max-age=0").type(path.extname(req.params.name)).send(content);
  });
  return {
    read(name) {
      const content = files.get(name);
      if (content === undefined) throw new Error(`The sample site lacks its file ${name}.`);
      return content;
    },
    router,
  };
}
