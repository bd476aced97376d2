/** Licence texts that packages lack, also for code inside them, from the packages' repositories. */
import fs from "node:fs";
import path from "node:path";

/** @typedef {{ title: string, text: string }} LicenceText */
/** @typedef {{ licence?: string, texts: (folder: string) => LicenceText[] }} Supplement
 *    licence: an SPDX expression that replaces the package's own; folder: the package's folder */

/** @param {string} copyright */
export const mit = (copyright) =>
  fs.readFileSync(path.join(import.meta.dirname, "MIT.txt"), "utf8").replace("COPYRIGHT", copyright);

const DEVON_GOVETT = "Copyright (c) Devon Govett <devongovett@gmail.com>";

/** @type {Record<string, Supplement>} by the package's name */
export const SUPPLEMENTS = {
  "better-sqlite3": {
    texts: (folder) => [{ title: "SQLite, compiled into it", text: sqlite(folder).blessing }],
  },
  brotli: {
    licence: "MIT AND Apache-2.0",
    texts: (folder) => [
      { title: "brotli.js", text: mit(DEVON_GOVETT) },
      {
        title: "Google's decoder, on which it is based",
        text: `${firstComment(path.join(folder, "dec", "decode.js"))}\nThe text of the Apache License, Version 2.0, is below under swagger-ui-dist.\n`,
      },
    ],
  },
  dfa: { texts: () => [{ title: "", text: mit(DEVON_GOVETT) }] },
  fontkit: { texts: () => [{ title: "", text: mit("Copyright (c) 2014-present Devon Govett") }] },
  "react-remove-scroll-bar": {
    texts: () => [{ title: "", text: mit("Copyright (c) 2025 Anton Korzunov <thekashey@gmail.com>") }],
  },
  wawoff2: {
    texts: () => [
      {
        title: "Brotli, compiled into it",
        text: mit("Copyright (c) 2009, 2010, 2013-2016 by the Brotli Authors."),
      },
      {
        title: "Emscripten's runtime, compiled into it",
        text: mit("Copyright (c) 2010-2014 Emscripten authors, see AUTHORS file."),
      },
      {
        title: "musl, Emscripten's C library, compiled into it",
        text: mit("Copyright © 2005-2020 Rich Felker, et al."),
      },
    ],
  },
};

/** @param {string} folder of better-sqlite3 @returns {{ version: string, blessing: string }} version and licence of its SQLite */
export function sqlite(folder) {
  const header = fs.readFileSync(path.join(folder, "deps", "sqlite3", "sqlite3.h"), "utf8");
  const version = /#define SQLITE_VERSION\s+"([\d.]+)"/.exec(header)?.[1];
  const blessing = /^\*\* The author disclaims[\s\S]*?(?=^\*{10,})/m.exec(header)?.[0];
  if (version === undefined || blessing === undefined)
    throw new Error("Found no version or licence of SQLite in sqlite3.h of better-sqlite3.");
  return { version, blessing: blessing.replaceAll(/^\*\* ?/gm, "") };
}

/** @param {string} file */
function firstComment(file) {
  const comment = /\/\*([\s\S]*?)\*\//.exec(fs.readFileSync(file, "utf8"))?.[1];
  if (comment === undefined) throw new Error(`${file} no longer starts with its copyright.`);
  return `${comment.replaceAll(/^ {1,3}/gm, "").trim()}\n`;
}
