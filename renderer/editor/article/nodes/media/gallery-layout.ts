/** Lays out the rows of a gallery as the published page does (server/article/gallery-rows.ts). */
import type { Node } from "@tiptap/pm/model";
import { galleryRatio, galleryRows, inRows, NARROW_ROW } from "../../../../../server/article/gallery-rows.ts";
import type { Assets } from "../../../uploads/assets.ts";

interface Placed {
  figure: HTMLElement;
  ratio: number;
  isCut: boolean;
}

/**
 * Sets custom properties with each picture's share of its row, for wide and narrow screens; gallery.css computes widths
 * from them. ProseMirror allows no elements around the rows.
 * @param pictures holds the figures, and perhaps uploads
 */
export function layRows(pictures: HTMLElement, gallery: Node, files: Assets): void {
  const figures = [...pictures.children].filter((child) => child.matches(".figure")) as HTMLElement[];
  // Not drawn yet, or outdated: the next change lays them out.
  if (figures.length !== gallery.childCount) return;
  const placed = figures.map((figure, index): Placed => {
    const { width, height } = files.get(String(gallery.child(index).attrs.file)) ?? {};
    return { figure, ...galleryRatio(width, height) };
  });
  for (const { figure, ratio, isCut } of placed) {
    figure.style.setProperty("--ratio", String(ratio));
    figure.classList.toggle("is-cut", isCut);
  }
  for (const row of rowsOf(placed, Number(gallery.attrs.columns))) {
    tell(row, "wide");
    for (const pair of rowsOf(row, NARROW_ROW)) tell(pair, "narrow");
  }
}

function rowsOf(placed: Placed[], most: number): Placed[][] {
  const ratios = placed.map(({ ratio }) => ratio);
  return inRows(placed, galleryRows(ratios, most));
}

function tell(row: Placed[], screen: "wide" | "narrow"): void {
  const sum = row.reduce((total, { ratio }) => total + ratio, 0);
  for (const [index, { figure }] of row.entries()) {
    figure.style.setProperty(`--row-${screen}`, String(sum));
    figure.style.setProperty(`--gaps-${screen}`, String(row.length - 1));
    figure.style.setProperty(`--first-${screen}`, index === 0 ? "1" : "0");
    figure.style.setProperty(`--last-${screen}`, index === row.length - 1 ? "1" : "0");
  }
}
