export const backups = {} as const;
