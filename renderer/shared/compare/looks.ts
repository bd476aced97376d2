/** Labels and marks of the two sides of a comparison. */

export interface SideLook {
  name: string;
  /** Label of text and pictures that only this side has. */
  only: string;
  /** Their underline: solid green, or dashed blue. */
  mark: "solid" | "dashed";
  pictureUrl: (file: string) => string;
}

/** Both sides, and the label of a moved block. */
export interface CompareLooks {
  from: SideLook;
  to: SideLook;
  /** @param before text of the block before its old place; "" for the beginning */
  moved: (before: string) => string;
}
