/**
 * The wrong signatures of each project with their diagnosis, newest first (contract 5.2). For the console only, never
 * in responses to the site. Each project keeps its newest 1,000.
 */

import { createHash, createHmac } from "node:crypto";
import querystring from "node:querystring";
import type { Page } from "../contracts/console-api.ts";
import type { WrongSignatureView } from "../contracts/projects-api.ts";
import { type Sentence, sentence, storedSentence, toStored, withSentence } from "../contracts/sentences/index.ts";
import { MASK, maskAddress } from "../core/masking.ts";
import { isoTime } from "../core/runtime.ts";
import type { Services } from "../services.ts";
import { statements } from "../storage/database.ts";
import { PAGE_SIZE, pageOf, readCursor } from "../storage/lists.ts";
import { containsArchivePath } from "./callback-url.ts";

/** A well-formed request with a wrong signature, for a known and enabled project. */
export interface WrongSignature {
  projectId: string;
  route: WrongSignatureView["route"];
  materialId: string;
  /** The signature should cover one of these: the callback URL, or the content URL on each issued base. */
  urls: readonly string[];
  query: string;
  given: string;
  clientAddress: string;
}

const KEPT_PER_PROJECT = 1_000;
/** Maximum length of a stored header, id or URL, in characters. */
const MAX_KEPT_TEXT = 300;

type Judged = Pick<WrongSignature, "projectId" | "materialId" | "urls" | "query" | "given">;

type Row = Record<"material_id" | "url" | "given" | "client_address" | "diagnosis", string> & {
  id: number;
  at: number;
  route: WrongSignature["route"];
};

const SELECT = `SELECT id, at, route, material_id, url, given, client_address, diagnosis FROM wrong_signatures`;

export function createWrongSignatures({
  database,
  clock,
  log,
  projects,
  callbackUrlOf,
}: Pick<Services, "database" | "clock" | "log" | "projects"> & {
  callbackUrlOf(projectId: string, materialId: string): string | null;
}) {
  const { run, row, rows, value } = statements(database);
  const insert = run(
    `INSERT INTO wrong_signatures (project_id, at, route, material_id, url, given, client_address, diagnosis)
     VALUES (@projectId, @at, @route, @materialId, @url, @given, @clientAddress, @diagnosis)`,
  );
  const forget = run<[string, string]>(
    `DELETE FROM wrong_signatures WHERE project_id = ? AND id <=
       (SELECT id FROM wrong_signatures WHERE project_id = ? ORDER BY id DESC LIMIT 1 OFFSET ${KEPT_PER_PROJECT})`,
  );
  const page = rows<[string, number], Row>(
    `${SELECT} WHERE project_id = +? AND id < +? ORDER BY id DESC LIMIT ${PAGE_SIZE + 1}`,
  );
  const counted = value<[string, number], number>(
    "SELECT count(*) FROM wrong_signatures WHERE project_id = ? AND at >= ?",
  );
  const newest = row<[string], Row>(`${SELECT} WHERE project_id = +? ORDER BY id DESC LIMIT 1`);
  const keep = database.transaction((row: { projectId: string } & Record<string, unknown>) => {
    insert(row);
    forget(row.projectId, row.projectId);
  });

  const diagnose = (
    { projectId, materialId, urls, query, given }: Judged,
    urlName: SignatureCase["urlName"],
    namesOthers: boolean,
  ) => {
    const project = projects.byId(projectId);
    const secrets = projects.acceptedSecrets(project);
    const formerSecret = projects.formerSecret(project);
    const others = projects.others(project.id);
    const diagnosis = diagnoseSignature({
      given,
      materialId,
      urls,
      urlName,
      callbackUrl: callbackUrlOf(project.id, materialId),
      query,
      apiKey: project.apiKey,
      secrets,
      formerSecret: formerSecret === null || secrets.includes(formerSecret) ? null : formerSecret,
      otherProjects: others.map(({ name, secret }) => ({ name: namesOthers ? name : null, secret })),
    });
    const tried = [...secrets, formerSecret, ...others.map(({ secret }) => secret)].filter((secret) => secret !== null);
    return { project, diagnosis, tried };
  };

  return {
    /** Diagnoses a wrong signature without storing it. @throws AppError not_found for an unknown project */
    diagnose(projectId: string, materialId: string, url: string, given: string): Sentence {
      const isArchive = containsArchivePath(url);
      const query = isArchive ? downloadQuery(projects.byId(projectId).apiKey, materialId) : "";
      return diagnose(
        { projectId, materialId, urls: [url], query, given },
        isArchive ? "content_url" : "callback_url",
        true,
      ).diagnosis;
    },
    /** Stores and logs it. @returns the diagnosis for site links, which names no other project */
    record(wrong: WrongSignature): Sentence {
      const urlName = wrong.route === "session/open" ? "callback_url" : "content_url";
      const { project, diagnosis, tried } = diagnose(wrong, urlName, true);
      keep({
        projectId: project.id,
        at: clock.now(),
        route: wrong.route,
        materialId: wrong.materialId.slice(0, MAX_KEPT_TEXT),
        url: maskAddress(wrong.urls[0] ?? "").slice(0, MAX_KEPT_TEXT),
        given: tried.some((secret) => wrong.given.includes(secret)) ? MASK : wrong.given.slice(0, MAX_KEPT_TEXT),
        clientAddress: wrong.clientAddress,
        diagnosis: toStored(diagnosis),
      });
      log.warn(
        `A request to ${wrong.route} for project ${project.name} from ${wrong.clientAddress} had a wrong signature. ${diagnosis.detail}`,
      );
      return diagnose(wrong, urlName, false).diagnosis;
    },
    /** Returns the number since a time, ms, and the newest of these. */
    recent(projectId: string, since: number): { count: number; last: WrongSignatureView | null } {
      const last = newest(projectId);
      return {
        count: counted(projectId, since) ?? 0,
        last: last === null || last.at < since ? null : view(last),
      };
    },
    /** A page, newest first. @throws AppError not_found for an unknown project */
    list(projectId: string, cursor: string | null): Page<WrongSignatureView> {
      const { id } = projects.byId(projectId);
      const before = readCursor(cursor, ["number"])?.[0] ?? Number.MAX_SAFE_INTEGER;
      const found = pageOf(page(id, Number(before)), (row) => [row.id]);
      return { ...found, items: found.items.map(view) };
    },
  };
}

/** The query that a site adds to a content_url (contract 4.2). */
function downloadQuery(apiKey: string, materialId: string): string {
  return `api_key=${apiKey}&material_id=${encodeURIComponent(materialId)}`;
}

function view(row: Row): WrongSignatureView {
  return {
    ...row,
    id: String(row.id),
    at: isoTime(row.at),
    ...withSentence("diagnosis", storedSentence(row.diagnosis)),
  };
}

// The diagnosis: tries common mistakes with contract 5.2 until one results in the received signature.

/** A wrong signature and everything that the site may have signed. */
export interface SignatureCase {
  given: string;
  materialId: string;
  /** The signature should cover one of these URLs. */
  urls: readonly string[];
  urlName: "callback_url" | "content_url";
  /** The session's callback_url, if the site should sign a content_url; null if unknown. */
  callbackUrl: string | null;
  query: string;
  apiKey: string;
  secrets: readonly string[];
  /** The previous secret; null without one, or while it is accepted. */
  formerSecret: string | null;
  /** A null name is left out of the diagnosis. */
  otherProjects: readonly { name: string | null; secret: string }[];
}

/** One way to build a part of the signature. `fault`: its mistake, "" for the correct way. */
interface Guess<T> {
  value: T;
  fault: Sentence | "";
}

const ALGORITHMS: Record<number, string> = {
  16: "md5",
  20: "sha1",
  28: "sha224",
  32: "sha256",
  48: "sha384",
  64: "sha512",
};

export function diagnoseSignature(about: SignatureCase): Sentence {
  const given = about.given.trim();
  if (given === "") return sentence("projects.header_empty");
  const secrets = [...about.secrets, ...(about.formerSecret === null ? [] : [about.formerSecret])];
  if (secrets.some((secret) => given.includes(secret))) return sentence("projects.header_secret");
  if (given === about.apiKey) return sentence("projects.header_key");
  for (const { digest, encoding } of digestsIn(about.given)) {
    const found = explain(digest, about);
    const faults = found?.concat(encoding).filter((fault) => fault !== "");
    // Joins several faults: "…, and …".
    if (faults?.length)
      return sentence("projects.looks", {
        faults: faults.reduce((first, second) => sentence("projects.and", { first, second })),
      });
  }
  if (/^[0-9a-f]{64}$/i.test(given)) return sentence("projects.unknown_secret");
  const algorithm = /^[0-9a-f]+$/i.test(given) && ALGORITHMS[given.length / 2];
  if (algorithm) return sentence("projects.length_of", { name: algorithm.toUpperCase() });
  return sentence("projects.length", { count: given.length });
}

/** Finds the faults of key and message that result in this digest; null without a match. */
function explain(digest: Buffer, about: SignatureCase): (Sentence | "")[] | null {
  const algorithm = ALGORITHMS[digest.length];
  if (algorithm === undefined) return null;
  const hash =
    algorithm === "sha256" ? "" : sentence("projects.other_hash", { name: `HMAC-${algorithm.toUpperCase()}` });
  const is = (bytes: Buffer) => bytes.equals(digest);
  const messages = messagesOf(about);
  for (const key of keysOf(about))
    for (const message of messages)
      if (is(createHmac(algorithm, key.value).update(message.value).digest())) return [hash, key.fault, message.fault];
  // There may be many other projects, so they are tried only with the correct message.
  for (const { name, secret } of about.otherProjects)
    for (const { value } of messages.filter(({ fault }) => fault === ""))
      if (is(createHmac(algorithm, secret).update(value).digest()))
        return [
          hash,
          name === null ? sentence("projects.any_other_project") : sentence("projects.other_project", { name }),
        ];
  for (const message of messages)
    if (is(createHash(algorithm).update(message.value).digest()))
      return [sentence("projects.plain_hash"), message.fault];
  return null;
}

function keysOf({ secrets, formerSecret, apiKey }: SignatureCase): Guess<string>[] {
  return [
    ...secrets.map((value) => ({ value, fault: "" as const })),
    { value: apiKey, fault: sentence("projects.with_key") },
    ...(formerSecret === null ? [] : [{ value: formerSecret, fault: sentence("projects.with_former") }]),
    ...secrets.flatMap((secret) => [
      { value: `${secret}\n`, fault: sentence("projects.with_break") },
      { value: `${secret}\r\n`, fault: sentence("projects.with_break") },
      { value: `${secret} `, fault: sentence("projects.with_space_after") },
      { value: `"${secret}"`, fault: sentence("projects.with_quotes") },
    ]),
    { value: "", fault: sentence("projects.with_nothing") },
  ];
}

/** The correct texts first, because a guess may equal one of them. */
function messagesOf({ materialId, urls, urlName, callbackUrl, query }: SignatureCase): Guess<string>[] {
  const over = (url: string) => `${materialId}:${url}`;
  const guesses: Guess<string>[] = urls.map((url) => ({ value: over(url), fault: "" as const }));
  const add = (fault: Sentence, value: string) => void guesses.push({ value, fault });
  const name = { url: urlName };
  if (callbackUrl !== null && urlName === "content_url") add(sentence("projects.over_callback"), over(callbackUrl));
  for (const url of urls) {
    if (url.endsWith("/")) add(sentence("projects.over_no_slash", name), over(url.replace(/\/+$/, "")));
    else add(sentence("projects.over_slash", name), over(`${url}/`));
    add(sentence("projects.over_query", name), over(`${url}?${query}`));
    add(sentence("projects.over_scheme"), over(url.replace(/^http(s?):/, (_, s) => (s === "" ? "https:" : "http:"))));
    add(sentence("projects.over_encoded", name), over(encodeURIComponent(url)));
    add(sentence("projects.over_decoded", name), over(querystring.unescape(url)));
    add(sentence("projects.over_rewritten", name), over(URL.parse(url)?.href ?? ""));
    add(sentence("projects.over_swapped"), `${url}:${materialId}`);
    add(sentence("projects.over_no_colon"), `${materialId}${url}`);
    add(sentence("projects.over_url", name), url);
    add(sentence("projects.over_break"), `${over(url)}\n`);
  }
  add(sentence("projects.over_material"), materialId);
  return guesses;
}

function digestsIn(given: string): { digest: Buffer; encoding: (Sentence | "")[] }[] {
  const bare = given.trim().replace(/^["'](.*)["']$/, "$1");
  const prefix = /^(?:hmac[-_ ]?)?(?:sha-?256|hmac|signature|bearer|basic)\s*[=: ]\s*/i.exec(bare)?.[0].trim();
  const text = bare.slice(prefix?.length).trim();
  const untouched = text === given ? "" : sentence("projects.around");
  const around = prefix === undefined ? untouched : sentence("projects.prefix", { text: prefix });
  const found: ReturnType<typeof digestsIn> = [];
  if (/^(?:[0-9a-f]{2})+$/i.test(text)) {
    const letters = text === text.toLowerCase() ? "" : sentence("projects.upper_case");
    found.push({ digest: Buffer.from(text, "hex"), encoding: [letters, around] });
  }
  if (/^[A-Za-z0-9+/_-]+={0,2}$/.test(text))
    found.push({ digest: Buffer.from(text, "base64"), encoding: [sentence("projects.base64"), around] });
  return found;
}
