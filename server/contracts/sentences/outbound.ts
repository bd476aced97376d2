export const outbound = {} as const;
