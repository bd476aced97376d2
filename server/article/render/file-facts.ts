/** What a reader wants to know before he downloads: "PDF, 1.2 MB". */
import { fileSize } from "../file-size.ts";
import type { ShownFile } from "./files.ts";

/** The kind of a file by its name's extension, and its size in the article's language. */
export function fileFacts({ name, asset }: ShownFile, lang: string): string {
  const extension = /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toUpperCase() ?? "";
  const size =
    Number.isSafeInteger(asset.size) && (asset.size as number) > 0 ? fileSize(asset.size as number, lang) : "";
  return [extension, size].filter((fact) => fact !== "").join(", ");
}
