/** Permissions of a frame; see `allow` of an iframe. */
export type FrameFeature = "autoplay" | "fullscreen" | "encrypted-media" | "picture-in-picture";

export interface Frame {
  /** The page, as stored. */
  address: string;
  frame: string;
  /** If it differs from the provider's. */
  shape?: string;
}

/** Null parameters are left out. */
export function withParameters(base: string, parameters: Readonly<Record<string, string | null>>): string {
  const url = new URL(base);
  for (const [name, value] of Object.entries(parameters)) if (value !== null) url.searchParams.set(name, value);
  return url.href;
}

/** Without empty segments. */
export function segmentsOf({ pathname }: URL): string[] {
  return pathname.split("/").filter((segment) => segment !== "");
}

export function matching(text: string | null | undefined, pattern: RegExp): string | null {
  return text != null && pattern.test(text) ? text : null;
}

/** A parameter that is a URL. */
export function addressIn(url: URL, name: string): URL | null {
  const value = url.searchParams.get(name);
  if (value === null) return null;
  const whole = value.startsWith("//") ? `https:${value}` : value;
  return URL.canParse(whole) ? new URL(whole) : null;
}

/** `90`, `90s`, `1m30s`, `1h2m3s` in seconds; null for 0 and other values. */
export function secondsOf(time: string | null | undefined): string | null {
  const [, hours, minutes, seconds] = /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(time ?? "") ?? [];
  const sum = Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  return sum === 0 ? null : String(sum);
}
