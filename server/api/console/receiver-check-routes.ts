/** `POST /projects/:id/check-receiver`: one JSON response, or a line of JSON when a step begins or ends. */
import type { Request, Response } from "express";
import { z } from "zod";
import type { ReceiverCheckLine } from "../../contracts/receiver-check-api.ts";
import { ofLength } from "../../contracts/schema-parts.ts";
import { fault } from "../../contracts/sentences/index.ts";
import { JsonText } from "../../core/json-text.ts";
import { hasCredentials } from "../../core/masking.ts";
import { ClientGone, sendJson } from "../../http/json-body.ts";
import { CheckCancelled } from "../../receiver-check/check-run.ts";
import { CHECK_MATERIAL, type ReceiverChecks } from "../../receiver-check/receiver-checks.ts";

const isHttp = (value: string) => /^https?:$/.test(URL.parse(value)?.protocol ?? "");

export const ReceiverCheckSchema = z.strictObject({
  callback_url: ofLength(z.string().trim(), 0, 8_192)
    .refine(isHttp, fault("api.http_url"))
    .refine((value) => !hasCredentials(URL.parse(value) ?? new URL("http://none/")), fault("api.url_credentials")),
  material_id: ofLength(z.string(), 1, 1_024).default(CHECK_MATERIAL),
  metadata: z.record(z.string(), z.unknown()).default({}),
  fonts: z.boolean().default(false),
});

const LINES = "application/x-ndjson";

export async function answerReceiverCheck(
  checks: ReceiverChecks,
  projectId: string,
  body: z.output<typeof ReceiverCheckSchema>,
  req: Request,
  res: Response,
): Promise<void> {
  const disconnected = new AbortController();
  res.on("close", () => disconnected.abort());
  const live = (req.get("Accept") ?? "").includes(LINES);
  const sendLine = (line: ReceiverCheckLine) => {
    if (!live) return;
    if (!res.headersSent) res.setHeader("Content-Type", `${LINES}; charset=utf-8`);
    res.write(`${JSON.stringify(line)}\n`);
  };
  try {
    const check = await checks.run(
      {
        projectId,
        callbackUrl: new URL(body.callback_url),
        materialId: body.material_id,
        metadata: JsonText.of(body.metadata),
        fonts: body.fonts,
      },
      disconnected.signal,
      sendLine,
    );
    if (live) res.end();
    else sendJson(res, 200, check);
  } catch (error) {
    throw error instanceof CheckCancelled ? new ClientGone() : error;
  }
}
