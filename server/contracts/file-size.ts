const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** With less, the appliance is not ready. SQLite and a few saves need it. */
export const MIN_FREE_BYTES = 32 * 1024 * 1024;
/** With less, Galley receives no files: the rest is reserved for saves. */
export const MIN_FREE_FOR_FILES = 256 * 1024 * 1024;

/** Formats a size in decimal units: "412 bytes", "3.4 kB", "12 MB". @param lang BCP 47 tag; English if empty or invalid */
export function fileSize(bytes: number, lang: string): string {
  // 999,600 bytes are 1 MB, not 1,000 kB.
  const index = UNITS.findLastIndex((_, power) => power === 0 || bytes >= 0.9995 * 1000 ** power);
  const value = bytes / 1000 ** index;
  return formatter(lang, {
    style: "unit",
    unit: UNITS[index] ?? "byte",
    unitDisplay: index === 0 ? "long" : "short",
    maximumFractionDigits: value < 10 && index > 0 ? 1 : 0,
  }).format(value);
}

function formatter(lang: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat(lang === "" ? "en" : lang, options);
  } catch (error) {
    // An invalid tag, such as `en-latin-latin`.
    if (!(error instanceof RangeError)) throw error;
    return new Intl.NumberFormat("en", options);
  }
}
