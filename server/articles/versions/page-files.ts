/** The files that an article's page shows, and the missing ones. */
import { asMap, dummyReference } from "../../article/assets.ts";
import { safeSource } from "../../article/render/safe.ts";
import type { RenderedAsset } from "../../article/render.ts";
import type { GalleyState, PictureWidth } from "../../article/vms-json.ts";
import type { Asset } from "../../media/asset-store.ts";

export interface KnownFiles {
  known: ReadonlyMap<string, Asset>;
  /** Names of files that could not be fetched from the site. */
  unfetched: ReadonlySet<string>;
  widths: ReadonlyMap<string, PictureWidth[]>;
}

/**
 * Returns the files to render, and the names of missing ones. A file is missing without content here if its URL cannot be
 * loaded by a page or fetched by Galley. A picture that lacks some sizes is shown in the others; one that lacks all
 * keeps the site's URL, which may work for readers.
 */
export function pageFiles(
  named: readonly Asset[],
  { known, unfetched, widths }: KnownFiles,
  state: GalleyState,
): { shown: Record<string, RenderedAsset>; missing: string[] } {
  const isLost = (asset: Asset) =>
    asset.blob === null && (unfetched.has(asset.fileName) || safeSource(asset.clientUrl ?? "") === null);
  const missing = new Set<string>();
  const shown: [string, RenderedAsset][] = [];
  for (const picture of named) {
    const smaller = (widths.get(picture.fileName) ?? []).flatMap(({ file, width }) => {
      const asset = known.get(file);
      return asset === undefined ? [] : [{ asset, file, width }];
    });
    for (const asset of [picture, ...smaller.map((each) => each.asset)]) if (isLost(asset)) missing.add(asset.fileName);
    const available = smaller.filter(({ asset }) => !isLost(asset));
    const facts = rendered(picture, state);
    const widest = available.at(-1);
    if (isLost(picture) && widest !== undefined) {
      const src = widest.asset.blob === null ? widest.asset.clientUrl : dummyReference(widest.file);
      shown.push([picture.fileName, { ...rendered(widest.asset, state), src, widths: available.slice(0, -1) }]);
    } else {
      const kept = isLost(picture) ? smaller : available;
      if (picture.blob !== null || picture.clientUrl !== null)
        shown.push([picture.fileName, { ...facts, widths: kept }]);
    }
    for (const { asset, file } of smaller)
      if (asset.blob !== null || asset.clientUrl !== null) shown.push([file, rendered(asset, state)]);
  }
  return { shown: Object.fromEntries(shown), missing: [...missing] };
}

/** A file that only the site has keeps the site's URL, and the size that the state says. */
function rendered(asset: Asset, state: GalleyState): RenderedAsset {
  const { type, size, width, height, blob, clientUrl } = asset;
  if (blob !== null) return { type, size, width, height };
  const entry = asMap(state.assets[asset.fileName]) ?? {};
  const pixels = width === null ? { width: entry.width, height: entry.height } : { width, height };
  return { type, ...pixels, size: entry.size, src: clientUrl };
}
