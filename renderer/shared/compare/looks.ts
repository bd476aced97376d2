/** How the two sides of a comparison look, which each page says in its own way. */

/** How one side is told from the other. */
export interface SideLook {
  /** "Version 3". */
  name: string;
  /** What is said of words and pictures that it alone has. */
  only: string;
  /** How they are underlined: solid in green, dashes in blue. */
  mark: "solid" | "dashed";
  /** The address of a picture. */
  pictureUrl: (file: string) => string;
}

/** How both sides are told apart, and what is said of a block that moved from one place to another. */
export interface CompareLooks {
  from: SideLook;
  to: SideLook;
  /** Where a block came from. @param before the words of the block that stood before it, "" for the beginning */
  moved: (before: string) => string;
}
