/** Blocks that are no media. */
export const blocks = {};
