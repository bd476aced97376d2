/** Frames of other sites, and the parts of their URLs. */

/** Permissions of a frame; see `allow` of an iframe. */
export type FrameFeature = "autoplay" | "fullscreen" | "encrypted-media" | "picture-in-picture";

export interface Frame {
  address: string;
  frame: string;
  /** If it differs from the provider's. */
  shape?: string;
}

export interface Provider {
  id: string;
  name: string;
  /** In lower case, without `www.` */
  hosts: readonly string[] | RegExp;
  /** Null for a page without a frame. */
  read(url: URL): Frame | null;
  shape: string;
  allow: readonly FrameFeature[];
  /** Default: no_frame. */
  refusal?: "no_frame" | "named_sites";
  /** Parameters that start playing, after a reader's click. */
  play?: Readonly<Record<string, string>>;
  /** Narrower than the text. */
  isPost?: boolean;
}

export const VIDEO_FRAME = {
  shape: "16:9",
  allow: ["autoplay", "fullscreen", "encrypted-media", "picture-in-picture"],
} as const satisfies Partial<Provider>;
export const STATIC_FRAME = { allow: ["fullscreen"] } as const satisfies Partial<Provider>;

/** Host and path, with a slash between segments and at the end. */
export function placeOf({ host, pathname }: URL): string {
  return `${host}${pathname}/`.replace(/\/+/g, "/").replace(/%3a/gi, ":");
}

/** Reads pages by host and path alone. The URLs of the first matching pattern contain its groups as $1, $2 and so on. */
export function framesByPattern(...rows: readonly [pattern: RegExp, address: string, frame: string, shape?: string][]) {
  return (url: URL): Frame | null => {
    for (const [pattern, address, frame, shape] of rows) {
      const [found] = pattern.exec(placeOf(url)) ?? [];
      if (found === undefined) continue;
      return {
        address: found.replace(pattern, address),
        frame: found.replace(pattern, frame),
        ...(shape !== undefined && { shape }),
      };
    }
    return null;
  };
}

/** Null parameters are left out. */
export function withParameters(base: string, parameters: Readonly<Record<string, string | null>>): string {
  const url = new URL(base);
  for (const [name, value] of Object.entries(parameters)) if (value !== null) url.searchParams.set(name, value);
  return url.href;
}

export function matching(text: string | null | undefined, pattern: RegExp): string | null {
  return text != null && pattern.test(text) ? text : null;
}

/** A parameter that is a URL. */
export function urlParameter(url: URL, name: string): URL | null {
  return URL.parse((url.searchParams.get(name) ?? "").replace(/^\/\//, "https://"));
}

/** `90`, `90s`, `1m30s`, `1h2m3s` in seconds; null for 0 and other values. */
export function secondsOf(time: string | null | undefined): string | null {
  const [, hours, minutes, seconds] = /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(time ?? "") ?? [];
  const sum = Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  return sum === 0 ? null : String(sum);
}
