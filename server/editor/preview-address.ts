/** The address of a session's preview pages (contract 2.3 `previewUrl`): whoever has it may look, for as long as a login lasts. */
import type { Clock } from "../core/runtime.ts";
import type { SettingsStore } from "../core/settings.ts";
import type { Tokens } from "./tokens.ts";

/** Path under the public address, without a slash before it, with one behind. */
export type PreviewPath = (sessionId: string) => string;

const HOUR_MS = 3_600_000;

export function createPreviewPath(parts: { clock: Clock; tokens: Tokens; settings: SettingsStore }): PreviewPath {
  return (sessionId) => {
    const expiresAt = parts.clock.now() + parts.settings.get().token_hours * HOUR_MS;
    return `preview/${sessionId}/${parts.tokens.issue("preview", sessionId, expiresAt)}/`;
  };
}
