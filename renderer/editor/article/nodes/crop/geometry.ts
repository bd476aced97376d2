/** Geometry of a crop, in pixels of the rotated picture. */

export interface Size {
  width: number;
  height: number;
}

export interface Part extends Size {
  x: number;
  y: number;
}

interface Point {
  x: number;
  y: number;
}

/** Quarter turns clockwise, in degrees. */
export type Turn = 0 | 90 | 180 | 270;

/** The dragged side in each direction; both 0 move the whole part. */
export interface CropHandle {
  x: -1 | 0 | 1;
  y: -1 | 0 | 1;
}

const MIN_PX = 16;

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), Math.max(least, most));

export function rotateSize({ width, height }: Size, turn: Turn): Size {
  return turn % 180 === 0 ? { width, height } : { width: height, height: width };
}

export const wholePicture = ({ width, height }: Size): Part => ({ x: 0, y: 0, width, height });

/** Rotates a part by a quarter turn clockwise. @param size of the picture before the turn */
export function rotatePart({ x, y, width, height }: Part, size: Size): Part {
  return { x: size.height - y - height, y: x, width: height, height: width };
}

/** @param size of the picture before the turns */
function turnedPoint({ x, y }: Point, size: Size, turn: number): Point {
  return turn <= 0
    ? { x, y }
    : turnedPoint({ x: size.height - y, y: x }, { width: size.height, height: size.width }, turn - 90);
}

/** The largest part of a ratio around the centre of another part. @param ratio width / height; null keeps the part */
export function ofRatio(part: Part, ratio: number | null, size: Size): Part {
  if (ratio === null) return part;
  const width = Math.min(size.width, Math.max(part.width, part.height * ratio), size.height * ratio);
  const height = width / ratio;
  return settle({ x: part.x + (part.width - width) / 2, y: part.y + (part.height - height) / 2, width, height }, size);
}

/** Moves a part, or one of its sides or corners. @param ratio width / height to keep, or null */
export function dragged(part: Part, grip: CropHandle, by: Point, size: Size, ratio: number | null): Part {
  if (grip.x === 0 && grip.y === 0) return settle({ ...part, x: part.x + by.x, y: part.y + by.y }, size);
  const left = grip.x < 0 ? clamp(part.x + by.x, 0, part.x + part.width - MIN_PX) : part.x;
  const top = grip.y < 0 ? clamp(part.y + by.y, 0, part.y + part.height - MIN_PX) : part.y;
  const right = part.x + part.width + (grip.x > 0 ? by.x : 0);
  const bottom = part.y + part.height + (grip.y > 0 ? by.y : 0);
  const width = clamp((grip.x > 0 ? right : part.x + part.width) - left, MIN_PX, size.width - left);
  const height = clamp((grip.y > 0 ? bottom : part.y + part.height) - top, MIN_PX, size.height - top);
  if (ratio === null) return settle({ x: left, y: top, width, height }, size);
  // The opposite sides stay in place; dragging one side also resizes the other direction.
  const target = grip.x === 0 ? height * ratio : width;
  const maxWidth = grip.x < 0 ? part.x + part.width : size.width - part.x;
  const maxHeight = grip.y < 0 ? part.y + part.height : size.height - part.y;
  const fit = Math.min(target, maxWidth, maxHeight * ratio);
  return settle(
    {
      x: grip.x < 0 ? part.x + part.width - fit : part.x,
      y: grip.y < 0 ? part.y + part.height - fit / ratio : part.y,
      width: fit,
      height: fit / ratio,
    },
    size,
  );
}

/** Rounds to whole pixels inside the picture. */
function settle(part: Part, size: Size): Part {
  const width = Math.round(clamp(part.width, Math.min(MIN_PX, size.width), size.width));
  const height = Math.round(clamp(part.height, Math.min(MIN_PX, size.height), size.height));
  return {
    x: Math.round(clamp(part.x, 0, size.width - width)),
    y: Math.round(clamp(part.y, 0, size.height - height)),
    width,
    height,
  };
}

/** @returns null if the part is outside the picture */
export function fitting(part: Part, size: Size): Part | null {
  return part.x + part.width <= size.width && part.y + part.height <= size.height ? part : null;
}

export function coversPicture(part: Part, size: Size): boolean {
  return part.width === size.width && part.height === size.height;
}

/** The focus point (percent) after a crop; the centre stays the centre. @param size of the picture before any turn */
export function focusAfter(
  focus: Point,
  size: Size,
  before: { turn: Turn; part: Part },
  after: { turn: Turn; part: Part },
): Point {
  if (focus.x === 50 && focus.y === 50) return focus;
  const { part } = before;
  const point = { x: part.x + (part.width * focus.x) / 100, y: part.y + (part.height * focus.y) / 100 };
  const turned = turnedPoint(point, rotateSize(size, before.turn), (after.turn - before.turn + 360) % 360);
  return {
    x: Math.round(clamp(((turned.x - after.part.x) / after.part.width) * 100, 0, 100)),
    y: Math.round(clamp(((turned.y - after.part.y) / after.part.height) * 100, 0, 100)),
  };
}
