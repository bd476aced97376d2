export * from "./accounts.ts";
export * from "./backups.ts";
export * from "./common.ts";
export * from "./deliveries.ts";
export * from "./fonts.ts";
export * from "./overview.ts";
export * from "./projects.ts";
export * from "./sessions.ts";
export * from "./settings.ts";
export * from "./sites.ts";
export { words } from "./words.ts";

export type Messages = typeof import("./index.ts");
