/** The rows of a gallery on the screen, as the page has them (server/article/gallery-rows.ts). */
import type { Node } from "@tiptap/pm/model";
import { galleryRatio, galleryRows, inRows, NARROW_ROW } from "../../../../../server/article/gallery-rows.ts";
import type { Assets } from "../../../uploads/assets.ts";

interface Placed {
  figure: HTMLElement;
  ratio: number;
  isCut: boolean;
}

/**
 * Tells each picture its share of its row, for a wide and for a narrow screen; gallery.css makes widths of them. The
 * elements stand beside each other without rows around them, for ProseMirror wants them so.
 * @param pictures holds the figures that are drawn, and perhaps uploads
 */
export function layRows(pictures: HTMLElement, gallery: Node, files: Assets): void {
  const figures = [...pictures.children].filter((child) => child.matches(".figure")) as HTMLElement[];
  // Not drawn yet, or not any more: the next change lays them again.
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

/** How wide the row is when it is one high, the gaps in it, and which of its pictures stand at its ends. */
function tell(row: Placed[], screen: "wide" | "narrow"): void {
  const sum = row.reduce((total, { ratio }) => total + ratio, 0);
  for (const [index, { figure }] of row.entries()) {
    figure.style.setProperty(`--row-${screen}`, String(sum));
    figure.style.setProperty(`--gaps-${screen}`, String(row.length - 1));
    figure.style.setProperty(`--first-${screen}`, index === 0 ? "1" : "0");
    figure.style.setProperty(`--last-${screen}`, index === row.length - 1 ? "1" : "0");
  }
}
