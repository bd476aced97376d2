/**
 * The wrong signatures of each project with their diagnosis, newest first (contract 5.2). For the console only, never
 * in responses to the site. Each project keeps its newest 1,000.
 */
import type { Page } from "../contracts/console-api.ts";
import type { WrongSignatureView } from "../contracts/projects-api.ts";
import { type Sentence, storedSentence, toStored, withSentence } from "../contracts/sentences/index.ts";
import { MASK, maskAddress } from "../core/masking.ts";
import { isoTime } from "../core/runtime.ts";
import type { Services } from "../services.ts";
import { PAGE_SIZE, pageOf, readCursor } from "../storage/lists.ts";
import { containsArchivePath } from "./callback-url.ts";
import { diagnoseSignature, type SignatureCase } from "./signature-diagnosis.ts";

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
  const insert = database.prepare(
    `INSERT INTO wrong_signatures (project_id, at, route, material_id, url, given, client_address, diagnosis)
     VALUES (@projectId, @at, @route, @materialId, @url, @given, @clientAddress, @diagnosis)`,
  );
  const forget = database.prepare<[string, string]>(
    `DELETE FROM wrong_signatures WHERE project_id = ? AND id <=
       (SELECT id FROM wrong_signatures WHERE project_id = ? ORDER BY id DESC LIMIT 1 OFFSET ${KEPT_PER_PROJECT})`,
  );
  const page = database.prepare<[string, number], Row>(
    `${SELECT} WHERE project_id = +? AND id < +? ORDER BY id DESC LIMIT ${PAGE_SIZE + 1}`,
  );
  const counted = database
    .prepare<[string, number], number>("SELECT count(*) FROM wrong_signatures WHERE project_id = ? AND at >= ?")
    .pluck();
  const newest = database.prepare<[string], Row>(`${SELECT} WHERE project_id = +? ORDER BY id DESC LIMIT 1`);
  const keep = database.transaction((row: { projectId: string } & Record<string, unknown>) => {
    insert.run(row);
    forget.run(row.projectId, row.projectId);
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
      const last = newest.get(projectId);
      return {
        count: counted.get(projectId, since) ?? 0,
        last: last === undefined || last.at < since ? null : view(last),
      };
    },
    /** A page, newest first. @throws AppError not_found for an unknown project */
    list(projectId: string, cursor: string | null): Page<WrongSignatureView> {
      const { id } = projects.byId(projectId);
      const before = readCursor(cursor, ["number"])?.[0] ?? Number.MAX_SAFE_INTEGER;
      const found = pageOf(page.all(id, Number(before)), (row) => [row.id]);
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
