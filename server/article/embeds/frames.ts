/** What the readers of addresses share. */

/** What the frame may do beyond being shown; see `allow` of an iframe. */
export type FrameFeature = "autoplay" | "fullscreen" | "encrypted-media" | "picture-in-picture";

/** What a provider makes of an address. */
export interface Frame {
  /** The address that people open, as it is kept. */
  address: string;
  frame: string;
  /** Where it is another than the provider's. */
  shape?: string;
}

/** An address with these parameters; those that are null are left out. */
export function withParameters(base: string, parameters: Readonly<Record<string, string | null>>): string {
  const url = new URL(base);
  for (const [name, value] of Object.entries(parameters)) if (value !== null) url.searchParams.set(name, value);
  return url.href;
}

/** The segments of a path, without empty ones. */
export function segmentsOf({ pathname }: URL): string[] {
  return pathname.split("/").filter((segment) => segment !== "");
}

/** The text where it follows the pattern, else null. */
export function matching(text: string | null | undefined, pattern: RegExp): string | null {
  return text != null && pattern.test(text) ? text : null;
}

/** A parameter that is an address itself. */
export function addressIn(url: URL, name: string): URL | null {
  const value = url.searchParams.get(name);
  if (value === null) return null;
  const whole = value.startsWith("//") ? `https:${value}` : value;
  return URL.canParse(whole) ? new URL(whole) : null;
}

/** `90`, `90s`, `1m30s`, `1h2m3s` in seconds; null for nothing, 0 and anything else. */
export function secondsOf(time: string | null | undefined): string | null {
  const [, hours, minutes, seconds] = /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(time ?? "") ?? [];
  const sum = Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  return sum === 0 ? null : String(sum);
}
