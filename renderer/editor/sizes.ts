/** Bytes as people say them: "640 B", "12 kB", "3.4 MB"; as this computer writes numbers. */
export function sizeInWords(bytes: number): string {
  const [unit, divisor] =
    bytes < 1_000
      ? (["byte", 1] as const)
      : bytes < 999_500
        ? (["kilobyte", 1e3] as const)
        : bytes < 999_500_000
          ? (["megabyte", 1e6] as const)
          : (["gigabyte", 1e9] as const);
  const value = bytes / divisor;
  return new Intl.NumberFormat(undefined, {
    style: "unit",
    unit,
    unitDisplay: "short",
    maximumFractionDigits: value < 10 && divisor > 1e3 ? 1 : 0,
  }).format(value);
}
