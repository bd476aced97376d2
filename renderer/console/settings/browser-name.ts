const BROWSERS: [RegExp, string][] = [
  [/\bElectron\//, "Galley's own window"],
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bFirefox\//, "Firefox"],
  [/Chrom(?:e|ium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/\bWindows\b/, "Windows"],
  [/\b(?:iPhone|iPad)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** "Firefox on Linux", as far as a User-Agent tells. */
export function browserName(userAgent: string): string {
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = find(BROWSERS) ?? "A program";
  const system = find(SYSTEMS);
  return system === undefined ? browser : `${browser} on ${system}`;
}
