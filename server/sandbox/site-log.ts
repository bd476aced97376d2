/** Where this site reports what its operator would want to read. */
export interface SiteLog {
  warn(message: string): void;
  error(message: string, error?: unknown): void;
}
