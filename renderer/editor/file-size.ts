/** "412 bytes", "3.4 kB", "12 MB" in the language of the page: decimal units. */
export function fileSize(bytes: number): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
  const index = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1000 ** index;
  return new Intl.NumberFormat(document.documentElement.lang || "en", {
    style: "unit",
    unit: units[index] ?? "byte",
    unitDisplay: index === 0 ? "long" : "short",
    maximumFractionDigits: value < 10 && index > 0 ? 1 : 0,
  }).format(value);
}
