/** What a reader wants to know before he downloads: "PDF, 1.2 MB". */
import type { ShownFile } from "./files.ts";

/** The kind of a file by its name's extension, and its size in the article's language. */
export function fileFacts({ name, asset }: ShownFile, lang: string): string {
  const extension = /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toUpperCase() ?? "";
  const size =
    Number.isSafeInteger(asset.size) && (asset.size as number) > 0 ? fileSize(asset.size as number, lang) : "";
  return [extension, size].filter((fact) => fact !== "").join(", ");
}

function fileSize(bytes: number, lang: string): string {
  const [unit, divisor] =
    bytes < 1e3 ? ["byte", 1] : bytes < 1e6 ? ["kilobyte", 1e3] : bytes < 1e9 ? ["megabyte", 1e6] : ["gigabyte", 1e9];
  return formatter(lang, String(unit)).format(bytes / Number(divisor));
}

function formatter(lang: string, unit: string): Intl.NumberFormat {
  const options: Intl.NumberFormatOptions = { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: 1 };
  try {
    return new Intl.NumberFormat(lang === "" ? "en" : lang, options);
  } catch (error) {
    // A tag that looks like one and is none, such as `en-latin-latin`.
    if (!(error instanceof RangeError)) throw error;
    return new Intl.NumberFormat("en", options);
  }
}
