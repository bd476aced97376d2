/** Pictures, films, sounds, files: their blocks, their uploads. */
export const media = {};
