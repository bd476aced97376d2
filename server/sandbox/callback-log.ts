/**
 * The last callbacks that came, step by step, for the page that shows them. Held in memory: it is an aid, not a record.
 */
import type { Callback } from "./callback.ts";

export interface CallbackRecord {
  at: string;
  event: string;
  material_id: string;
  /** What was done, in order; `number` is that of contract 4.5, null for what this site does besides. */
  steps: { number: number | null; text: string; at_ms: number }[];
  received: string;
  /** null while the callback is being handled. */
  answer: { status: number; rc: number | null; message: string; body: string; duration_ms: number } | null;
}

/** `rc` and `rm` (contract 6.3), or the `detail` of a failure. */
export interface AnswerBody {
  rc?: number;
  rm?: string;
  detail?: string;
}

export interface CallbackInProgress {
  /** Notes that a step is done. */
  step(number: number | null, text: string): void;
  answered(status: number, body: AnswerBody): void;
}

export interface CallbackLog {
  begin(callback: Callback): CallbackInProgress;
  /** Newest first. */
  records(): readonly CallbackRecord[];
}

const MAX_RECORDS = 50;
/** Characters of each body that are kept. */
const MAX_BODY = 20_000;

export function createCallbackLog(now: () => number): CallbackLog {
  const records: CallbackRecord[] = [];
  return {
    records: () => records,
    begin(callback) {
      const start = now();
      const record: CallbackRecord = {
        at: new Date(start).toISOString(),
        event: callback.event.slice(0, 100),
        material_id: callback.material_id.slice(0, 200),
        steps: [],
        received: shown(callback),
        answer: null,
      };
      records.unshift(record);
      records.length = Math.min(records.length, MAX_RECORDS);
      return {
        step: (number, text) => void record.steps.push({ number, text, at_ms: now() - start }),
        answered: (status, body) => {
          const message = body.rm ?? body.detail ?? "";
          record.answer = { status, rc: body.rc ?? null, message, body: shown(body), duration_ms: now() - start };
        },
      };
    },
  };
}

function shown(body: unknown): string {
  const text = JSON.stringify(body, null, 2) ?? "";
  return text.length > MAX_BODY ? `${text.slice(0, MAX_BODY)}\n… (${text.length} characters)` : text;
}
