import { secretsToMask } from "../articles/sessions/metadata.ts";
import type { SessionStore } from "../articles/sessions/session-store.ts";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { maskAddress, maskHeaders, maskText } from "../core/masking.ts";
import type { Services } from "../services.ts";
import { buildCallback, type CallbackKind } from "./callback-request.ts";
import type { Delivery } from "./delivery-row.ts";
import type { DeliveryStore } from "./delivery-store.ts";

/** Maximum length of a body in an argument, in characters. Every command line allows it. */
const MAX_ARGUMENT = 24_000;

export function createCurl({
  store,
  sessions,
  projects,
  seal,
  kinds,
  outgoing,
}: Pick<Services, "projects" | "seal" | "outgoing"> & {
  store: DeliveryStore;
  sessions: SessionStore;
  kinds: Readonly<Record<Delivery["event"], CallbackKind>>;
}) {
  /**
   * The command for an attempt, with the current secret. @param withCredentials instead of dots @throws AppError not_found, conflict
   * without the version
   */
  return (deliveryId: string, number: number, withCredentials: boolean): string => {
    const delivery = store.byId(deliveryId);
    const contentUrl = store.contentUrlOf(deliveryId, number);
    const session = delivery === null ? null : sessions.byId(delivery.sessionId);
    if (delivery === null || contentUrl === null || session === null)
      throw new AppError("not_found", sentence("deliveries.no_attempt", { id: deliveryId, number: String(number) }));
    const project = projects.byId(delivery.projectId);
    const clear = { ...session, metadata: seal.open(session.id, session.metadata) };
    const content = { ...kinds[delivery.event].content(delivery, clear), contentUrl };
    const request = buildCallback(
      { ...project, secret: projects.signingSecret(project) },
      clear,
      content,
      outgoing.userAgent,
    );
    if (request === null) throw new AppError("conflict", sentence("deliveries.bad_header"));
    const secrets = secretsToMask(clear.metadata);
    const headers = Object.entries(request.headers);
    const body = request.body.toString("utf8");
    return commandOf(
      withCredentials
        ? { url: request.url, headers, body }
        : { url: maskAddress(request.url), headers: maskHeaders(headers, secrets), body: maskText(body, secrets) },
    );
  };
}

function commandOf(request: { url: string; headers: readonly [string, string][]; body: string }): string {
  const { url, headers, body } = request;
  const lines = [
    `curl -i -X POST ${quoted(url)}`,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
  ];
  if (body.length <= MAX_ARGUMENT) return `${[...lines, `--data-raw ${quoted(body)}`].join(" \\\n  ")}\n`;
  let end = "BODY";
  while (body.includes(end)) end += "_";
  return `${[...lines, `--data-binary @- <<'${end}'`].join(" \\\n  ")}\n${body}\n${end}\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
