export const deliveries = {} as const;
