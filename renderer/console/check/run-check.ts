/** Asks for a receiver check and reads its lines as they come. */
import type { ReceiverCheckBody, ReceiverCheckLine } from "../../../server/contracts/console-api.ts";
import { ApiError, NetworkError } from "../../shared/api-client.ts";
import { LOGIN_ENDED } from "../api.ts";
import { readKey } from "../login/key.ts";

/**
 * @param tell called with each line
 * @throws ApiError, NetworkError, or the signal's AbortError
 */
export async function runCheck(
  projectId: string,
  body: ReceiverCheckBody,
  signal: AbortSignal,
  tell: (line: ReceiverCheckLine) => void,
): Promise<void> {
  const response = await fetch(`/api/projects/${projectId}/check-receiver`, {
    method: "POST",
    credentials: "same-origin",
    headers: { accept: "application/x-ndjson", "content-type": "application/json", "x-galley-key": readKey() ?? "" },
    body: JSON.stringify(body),
    signal,
  }).catch(asNetworkError);
  if (response.status === 401) window.dispatchEvent(new Event(LOGIN_ENDED));
  if (!response.ok) throw await refusal(response);
  const done = await readLines(response, tell).catch(asNetworkError);
  if (!done) throw new NetworkError(new Error("The stream ended early."));
}

/** Whether the last line came. */
async function readLines(response: Response, tell: (line: ReceiverCheckLine) => void): Promise<boolean> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let done = false;
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
    const lines = (rest + part.value).split("\n");
    rest = lines.pop() ?? "";
    for (const text of lines) {
      const line = JSON.parse(text) as ReceiverCheckLine;
      done ||= line.event === "done";
      tell(line);
    }
  }
  return done;
}

function asNetworkError(error: unknown): never {
  if (error instanceof DOMException && error.name === "AbortError") throw error;
  throw new NetworkError(error);
}

async function refusal(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const detail = typeof body === "object" && body !== null && "detail" in body ? body.detail : null;
  const sentence =
    typeof detail === "string"
      ? detail
      : Array.isArray(detail)
        ? detail.map((fault) => String((fault as { msg?: unknown }).msg)).join(". ")
        : `Galley answered ${response.status} without saying why.`;
  return new ApiError(response.status, sentence, body);
}
