export const fonts = {} as const;
