import { framesByPattern, matching, type Provider, placeOf, STATIC_FRAME, withParameters } from "./frames.ts";

const MAP = { ...STATIC_FRAME, shape: "4:3" } as const;
const CHART = "https://datawrapper.dwcdn.net/$1/$2";
const GOOGLE = "https://www.google.com/maps";
/** UTF-16 units of a place name. */
const MAX_PLACE = 300;

export const MAPS_AND_CHARTS: readonly Provider[] = [
  {
    ...STATIC_FRAME,
    id: "datawrapper",
    name: "Datawrapper",
    hosts: ["datawrapper.dwcdn.net", "datawrapper.de"],
    /** Without a version number a chart is the newest one. */
    read: framesByPattern([/^(?:datawrapper\.dwcdn\.net|[^/]+\/_)\/([A-Za-z0-9]{5})\/(\d{1,6}\/)?/, CHART, CHART]),
    shape: "400px",
  },
  {
    ...STATIC_FRAME,
    id: "flourish",
    name: "Flourish",
    hosts: ["flo.uri.sh", "public.flourish.studio"],
    read: framesByPattern([
      /^[^/]+\/(visualisation|story)\/(\d{1,12})\//,
      "https://public.flourish.studio/$1/$2/",
      "https://flo.uri.sh/$1/$2/embed",
    ]),
    shape: "600px",
  },
  {
    ...MAP,
    id: "google-maps",
    name: "Google Maps",
    hosts: /^(?:maps\.)?google\.(?:com|[a-z]{2}|com?\.[a-z]{2})$/,
    /** The URL of an embed code, or the place and section of a map. */
    read(url) {
      const { searchParams: query, pathname } = url;
      const [, host, kind, segment = ""] = /^([^/]+)\/maps\/(?:([^/]+)\/)?(?:([^/]+)\/)?/.exec(placeOf(url)) ?? [];
      if (host === undefined && !(url.hostname.startsWith("maps.") && (pathname === "/" || query.has("q"))))
        return null;
      if (kind === "embed") {
        const pb = matching(query.get("pb"), /^![^<>"]{1,2000}$/u);
        if (pb === null) return null;
        const frame = withParameters(`${GOOGLE}/embed`, { pb });
        return { address: frame, frame };
      }
      const [, point, zoom] =
        /@(-?\d{1,2}(?:\.\d{1,15})?,-?\d{1,3}(?:\.\d{1,15})?)(?:,(\d{1,2})(?:\.\d+)?z)?/.exec(pathname) ?? [];
      const ll = point ?? matching(query.get("ll"), /^-?\d{1,2}(?:\.\d{1,15})?,-?\d{1,3}(?:\.\d{1,15})?$/);
      const isNamed = (kind === "place" || kind === "search") && !segment.startsWith("@");
      const name = (isNamed ? nameIn(segment) : (query.get("q") ?? "")).trim();
      const q = name === "" || name.length > MAX_PLACE ? ll : name;
      if (q === null) return null;
      const place = { q, ll, z: zoom ?? matching(query.get("z"), /^\d{1,2}$/) };
      return { address: withParameters(GOOGLE, place), frame: withParameters(GOOGLE, { ...place, output: "embed" }) };
    },
  },
  {
    ...MAP,
    id: "openstreetmap",
    name: "OpenStreetMap",
    hosts: ["openstreetmap.org"],
    /** `#map=15/55.75/37.61`, perhaps with a marker; the embed code contains the section itself. */
    read({ searchParams: query, pathname, hash }) {
      const base = "https://www.openstreetmap.org/export/embed.html";
      const layer = matching(query.get("layer"), /^[a-z]{1,20}$/i);
      if (pathname === "/export/embed.html") {
        const bbox = degrees(query.get("bbox"), 4);
        if (bbox === null) return null;
        const frame = withParameters(base, { bbox, layer, marker: degrees(query.get("marker"), 2) });
        return { address: frame, frame };
      }
      const [, ...numbers] = /[#&]map=(\d{1,2})(?:\.\d+)?\/(-?[\d.]{1,18})\/(-?[\d.]{1,18})/.exec(hash) ?? [];
      const [zoom = Number.NaN, latitude = 0, longitude = 0] = numbers.map(Number);
      if (!(zoom <= 20 && Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180)) return null;
      const marker = degrees(`${query.get("mlat")},${query.get("mlon")}`, 2);
      const [mlat = null, mlon = null] = marker?.split(",") ?? [];
      return {
        address: `${withParameters("https://www.openstreetmap.org/", { mlat, mlon })}#map=${zoom}/${latitude}/${longitude}`,
        frame: withParameters(base, {
          bbox: sectionAround(zoom, latitude, longitude),
          layer: layer ?? "mapnik",
          marker,
        }),
      };
    },
  },
  {
    ...MAP,
    id: "yandex-maps",
    name: "Yandex Maps",
    hosts: /^(?:maps\.)?yandex\.(?:ru|com|by|kz|uz|com\.tr)$/,
    /** A map, an organisation, or a shared link: `/maps/-/CDabc`. */
    read(url) {
      const [, rest] = /^[^/]+\/(?:maps|map-widget(?:\/[^/]+)?)\/(.*)$/.exec(placeOf(url)) ?? [];
      if (rest === undefined) return null;
      const query = Object.fromEntries(
        Object.entries(YANDEX).map(([name, pattern]) => [name, matching(url.searchParams.get(name), pattern)]),
      );
      const [, organisation] = /(?:^|\/)org\/(?:.*\/)?(\d{4,20})\/$/.exec(rest) ?? [];
      const [, shared] = /^-\/([\w~-]{4,40})\//.exec(rest) ?? [];
      const path = organisation !== undefined ? `org/${organisation}/` : shared !== undefined ? `-/${shared}` : "";
      if (path === "" && ["um", "ll", "text", "oid", "rtext"].every((name) => query[name] === null)) return null;
      return {
        address: withParameters(`https://yandex.ru/maps/${path}`, query),
        frame: withParameters(`https://yandex.ru/map-widget/v1/${path}`, query),
      };
    },
  },
];

function nameIn(segment: string): string {
  try {
    return decodeURIComponent(segment.replaceAll("+", " "));
  } catch {
    // Not percent-encoded.
    return "";
  }
}

/** Numbers with commas between them; null for other text. */
function degrees(text: string | null, count: number): string | null {
  const parts = (text ?? "").split(",");
  return parts.length === count && parts.every((part) => /^-?\d{1,3}(?:\.\d{1,15})?$/.test(part)) ? text : null;
}

/** Pixels of a tile, and of the frame. */
const TILE = 256;
const SECTION = { width: 640, height: 480 };

function sectionAround(zoom: number, latitude: number, longitude: number): string {
  const perPixel = 360 / (TILE * 2 ** zoom);
  const across = (perPixel * SECTION.width) / 2;
  const up = ((perPixel * SECTION.height) / 2) * Math.cos((latitude * Math.PI) / 180);
  return [longitude - across, latitude - up, longitude + across, latitude + up]
    .map((edge) => edge.toFixed(5))
    .join(",");
}

/** Parameters that the frame supports too: section, markers, search, a custom map. */
const YANDEX: Readonly<Record<string, RegExp>> = {
  um: /^constructor:[a-z0-9]{10,80}$/i,
  ll: /^-?\d{1,3}(?:\.\d{1,15})?,-?\d{1,2}(?:\.\d{1,15})?$/,
  z: /^\d{1,2}(?:\.\d{1,6})?$/,
  pt: /^[\d.,~a-z-]{3,400}$/i,
  text: /^[^<>"]{1,300}$/u,
  mode: /^(?:search|poi|routes)$/,
  oid: /^\d{4,20}$/,
  ol: /^(?:biz|geo)$/,
  rtext: /^[\d.,~-]{3,400}$/,
  rtt: /^(?:auto|mt|pd|bc)$/,
};
