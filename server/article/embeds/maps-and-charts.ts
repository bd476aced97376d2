/** URLs of charts and maps. */
import { type Frame, matching, segmentsOf, withParameters } from "./frames.ts";

/** Without a version number a chart is the newest one. */
export function datawrapperFrame(url: URL): Frame | null {
  const segments = segmentsOf(url);
  if (url.hostname !== "datawrapper.dwcdn.net" && segments.shift() !== "_") return null;
  const id = matching(segments[0], /^[A-Za-z0-9]{5}$/);
  if (id === null) return null;
  const version = matching(segments[1], /^\d{1,6}$/);
  const frame = `https://datawrapper.dwcdn.net/${id}/${version === null ? "" : `${version}/`}`;
  return { address: frame, frame };
}

export function flourishFrame(url: URL): Frame | null {
  const [kind, id] = segmentsOf(url);
  if ((kind !== "visualisation" && kind !== "story") || matching(id, /^\d{1,12}$/) === null) return null;
  return {
    address: `https://public.flourish.studio/${kind}/${id}/`,
    frame: `https://flo.uri.sh/${kind}/${id}/embed`,
  };
}

/** UTF-16 units of a place name. */
const MAX_PLACE = 300;

/** The URL of an embed code, or the place and section of a map. */
export function googleMapFrame(url: URL): Frame | null {
  const { searchParams: asked } = url;
  const segments = segmentsOf(url);
  if (segments[0] !== "maps" && !(url.hostname.startsWith("maps.") && (segments.length === 0 || asked.has("q"))))
    return null;
  if (segments[1] === "embed") {
    const pb = matching(asked.get("pb"), /^![^<>"]{1,2000}$/u);
    if (pb === null) return null;
    const frame = withParameters("https://www.google.com/maps/embed", { pb });
    return { address: frame, frame };
  }
  const [, point, zoom] =
    /@(-?\d{1,2}(?:\.\d{1,15})?,-?\d{1,3}(?:\.\d{1,15})?)(?:,(\d{1,2})(?:\.\d+)?z)?/.exec(url.pathname) ?? [];
  const middle = point ?? matching(asked.get("ll"), /^-?\d{1,2}(?:\.\d{1,15})?,-?\d{1,3}(?:\.\d{1,15})?$/);
  const isNamed = segments[1] === "place" || segments[1] === "search";
  const named = isNamed && !segments[2]?.startsWith("@") ? nameIn(segments[2] ?? "") : asked.get("q");
  const name = named === null || named.trim() === "" || named.length > MAX_PLACE ? null : named.trim();
  if (name === null && middle === null) return null;
  const place = {
    q: name ?? middle,
    ll: middle,
    z: zoom ?? matching(asked.get("z"), /^\d{1,2}$/),
  };
  return {
    address: withParameters("https://www.google.com/maps", place),
    frame: withParameters("https://www.google.com/maps", { ...place, output: "embed" }),
  };
}

function nameIn(segment: string): string | null {
  try {
    return decodeURIComponent(segment.replaceAll("+", " "));
  } catch {
    // Not percent-encoded.
    return null;
  }
}

const DEGREES = /^-?\d{1,3}(?:\.\d{1,15})?$/;
/** Pixels of a tile, and of the frame. */
const TILE = 256;
const SECTION = { width: 640, height: 480 };

/** `#map=15/55.75/37.61`, perhaps with a marker; the embed code contains the section itself. */
export function openStreetMapFrame(url: URL): Frame | null {
  const { searchParams: asked } = url;
  const base = "https://www.openstreetmap.org/export/embed.html";
  const layer = matching(asked.get("layer"), /^[a-z]{1,20}$/i);
  if (url.pathname === "/export/embed.html") {
    const bbox = asked.get("bbox") ?? "";
    if (bbox.split(",").length !== 4 || !bbox.split(",").every((edge) => DEGREES.test(edge))) return null;
    const marker = asked.get("marker") ?? "";
    const isPoint = marker.split(",").length === 2 && marker.split(",").every((edge) => DEGREES.test(edge));
    const frame = withParameters(base, { bbox, layer, marker: isPoint ? marker : null });
    return { address: frame, frame };
  }
  const [, zoom, latitude, longitude] =
    /[#&]map=(\d{1,2})(?:\.\d+)?\/(-?[\d.]{1,18})\/(-?[\d.]{1,18})/.exec(url.hash) ?? [];
  const at = { zoom: Number(zoom), latitude: Number(latitude), longitude: Number(longitude) };
  if (!(at.zoom <= 20 && Math.abs(at.latitude) <= 85 && Math.abs(at.longitude) <= 180)) return null;
  const [mlat, mlon] = [matching(asked.get("mlat"), DEGREES), matching(asked.get("mlon"), DEGREES)];
  const marked = mlat === null || mlon === null ? null : { mlat, mlon };
  const page = withParameters("https://www.openstreetmap.org/", marked ?? {});
  return {
    address: `${page}#map=${at.zoom}/${at.latitude}/${at.longitude}`,
    frame: withParameters(base, {
      bbox: sectionAround(at),
      layer: layer ?? "mapnik",
      marker: marked === null ? null : `${mlat},${mlon}`,
    }),
  };
}

function sectionAround({ zoom, latitude, longitude }: { zoom: number; latitude: number; longitude: number }): string {
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

/** A map, an organisation, or a shared link: `/maps/-/CDabc`. */
export function yandexMapFrame(url: URL): Frame | null {
  const segments = segmentsOf(url);
  if (segments[0] === "map-widget") segments.splice(0, 2);
  else if (segments.shift() !== "maps") return null;
  const asked = Object.fromEntries(
    Object.entries(YANDEX).map(([name, pattern]) => [name, matching(url.searchParams.get(name), pattern)]),
  );
  const at = segments.indexOf("org");
  const organisation = at < 0 ? null : matching(segments.at(-1), /^\d{4,20}$/);
  const shared = segments[0] === "-" ? matching(segments[1], /^[\w~-]{4,40}$/) : null;
  const path = organisation !== null ? `org/${organisation}/` : shared !== null ? `-/${shared}` : "";
  if (path === "" && ["um", "ll", "text", "oid", "rtext"].every((name) => asked[name] === null)) return null;
  return {
    address: withParameters(`https://yandex.ru/maps/${path}`, asked),
    frame: withParameters(`https://yandex.ru/map-widget/v1/${path}`, asked),
  };
}
