import { fileSize } from "../../../server/article/file-size.ts";
import { language } from "../messages/index.ts";

/** "412 bytes", "3.4 kB", "12 MB" in the language of the page. */
export function sizeInWords(bytes: number): string {
  return fileSize(bytes, language);
}
