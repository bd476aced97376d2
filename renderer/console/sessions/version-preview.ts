/** The page that the sandboxed preview of a version shows. */
import type { VersionDetail } from "../../../server/contracts/sessions-api.ts";

type Media = VersionDetail["media"];

const PAGE_STYLE = `
  :root { color-scheme: light; }
  body { margin: 0; padding: 24px; background: #fffefb; color: #1d1b18; font: 17px/1.55 Georgia, serif; }
  img, video { max-width: 100%; height: auto; }
`;

/**
 * The page that the sandboxed preview shows. Nothing is loaded for it: where a file stands, a frame of its size with its
 * name does.
 * @param html the version's HTML, with `dummy-<file_name>` where a file stands
 */
export function previewDocument(html: string, media: Media): string {
  let body = html;
  for (const file of media) body = body.replaceAll(`dummy-${file.file_name}`, standIn(file));
  return `<!doctype html><meta charset="utf-8"><style>${PAGE_STYLE}</style>${body}`;
}

function standIn(file: Media[number]): string {
  const width = file.width ?? 640;
  const height = file.height ?? 80;
  const size = Math.max(12, Math.round(Math.min(width, height * 4) / 24));
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<rect width="100%" height="100%" fill="#ece7db"/>` +
    `<text x="50%" y="50%" font-family="monospace" font-size="${size}" fill="#5c574e" text-anchor="middle">${file.file_name}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg).replaceAll("'", "%27")}`;
}
