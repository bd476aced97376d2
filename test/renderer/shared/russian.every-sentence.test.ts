/** Every sentence of the appliance that a page may show has its Russian. The sentences are read from the sources. */
import fs from "node:fs";
import path from "node:path";
import { parseAst } from "vite";
import { expect, it } from "vitest";
import { answers as consoleAnswers } from "../../../renderer/console/messages/ru/answers/index.ts";
import { russianWith } from "../../../renderer/shared/language-russian.ts";
import { answers } from "../../../renderer/shared/russian/answers.ts";
import { deliveries } from "../../../renderer/shared/russian/deliveries.ts";
import { signatures } from "../../../renderer/shared/russian/signatures.ts";
import { DELIVERY_CODES, type DeliveryCode, type DeliveryWarning } from "../../../server/contracts/delivery-states.ts";
import { explain, explainBriefly, explainWarning, tell } from "../../../server/deliveries/explain.ts";
import { judgeDownloads } from "../../../server/deliveries/judge-downloads.ts";
import type { Facts } from "../../../server/outbound/codes.ts";

/** What no page shows: commands and starts without one, the log, mails, the documentation of the interfaces, other programs' errors. */
const NOT_SHOWN = [
  /^server\/(commands|sandbox|admin\/shell|contracts|core|config|relocation)\//,
  /^server\/(cli|appliance|in-process|services)\.ts$/,
  /^server\/api\/integration\/(openapi|docs|webhooks|schemas)\.ts$/,
  /^server\/api\/console\/(openapi|describe)\.ts$/,
  /^server\/http\/(fallbacks|listener|packaged-files|send-archive)\.ts$/,
  /^server\/admin\/notifications\/message\.ts$/,
  /^server\/admin\/network\/ports\.ts$/,
  /^server\/projects\/own-key\.ts$/,
  /^server\/storage\/(database|data-folder|copy-before-update|lost-parts|move-\w+|moved-folder|secret-box|checkpoints|disk|kept-log)\.ts$/,
  /^server\/(admin\/support|retention|admin\/overview)\//,
  /^server\/(archives|article)\//,
  /^server\/api\/console\/console-hosts\.ts$/,
];

/** What only programs are told. */
const SINGLE = new Set(["The client closed the connection.", "¤ must be percent-encoded UTF-8."]);

/** Made of pieces; the tests below have each of them made. */
const COMPOSED = [
  /^server\/deliveries\/(explain|judge-downloads)\.ts$/,
  /^server\/admin\/notifications\/(mail|webhook)\.ts$/,
  /^server\/receiver-check\/connection-steps\.ts$/,
];

const catalogue = {
  ...answers,
  ...deliveries,
  ...signatures,
  ...consoleAnswers,
};
const russian = russianWith(consoleAnswers);
const HOLE = "¤";
const keys = new Set(Object.keys(catalogue).map((key) => key.replace(/\{(?:[a-z]+\d*)?\}/g, HOLE)));
/** Whose words a page shows although they have no full stop. */
const TOLD = /^(?:new AppError|new RangeError|z\.enum|readable|\S*\.(?:min|max|int|regex|refine|datetime))$/;

interface Found {
  place: string;
  text: string;
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/** Texts that are a sentence, facts in them as holes; not those that are only logged, thrown as a plain Error or described. */
function sentencesIn(file: string): Found[] {
  const source = fs.readFileSync(file, "utf8");
  const found: Found[] = [];
  const visit = (node: unknown, callee: string): void => {
    if (Array.isArray(node)) {
      for (const each of node) visit(each, callee);
      return;
    }
    if (node === null || typeof node !== "object" || !("type" in node)) return;
    const at = node as Node;
    if (at.type === "ImportDeclaration" || isUnseen(at, source)) return;
    const text = textOf(at);
    if (text !== null) {
      const line = source.slice(0, at.start).split("\n").length;
      const isSentence = /^[A-Z¤].* .*[.!?]$/s.test(text) && !/^[A-Z]{4,} |¤ WHERE /.test(text);
      if (isSentence || (TOLD.test(callee) && /[a-z] /.test(text))) found.push({ place: `${file}:${line}`, text });
      if (at.type !== "TemplateLiteral") return;
    }
    const called = calleeOf(at, source) ?? callee;
    for (const [key, value] of Object.entries(at)) if (key !== "type") visit(value, called);
  };
  visit(parseAst(source, { lang: "ts" }, file).body, "");
  return found;
}

function calleeOf(node: Node, source: string): string | null {
  if (node.type !== "CallExpression" && node.type !== "NewExpression") return null;
  const { start, end } = node.callee as Node;
  return `${node.type === "NewExpression" ? "new " : ""}${source.slice(start, end).replace(/\s/g, "")}`;
}

function isUnseen(node: Node, source: string): boolean {
  const callee = calleeOf(node, source);
  return callee !== null && /^(?:new Error|\S*\blog\??\.\w+|\S*\.meta|audit\.record|database\.\w+)$/.test(callee);
}

/** A literal, a template, or several put together with a plus; null for anything else. */
function textOf(node: Node): string | null {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : null;
  if (node.type === "TemplateLiteral")
    return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(HOLE);
  if (node.type !== "BinaryExpression" || node.operator !== "+") return null;
  const [left, right] = [textOf(node.left as Node), textOf(node.right as Node)];
  return left === null || right === null ? null : left + right;
}

/** Whole, or sentence by sentence. */
function isKnown(text: string): boolean {
  if (keys.has(text) || SINGLE.has(text)) return true;
  if (!text.includes(HOLE)) return !/[a-z]{3,} [a-z]{3,}/.test(russian.said(text));
  if (text.startsWith(`${HOLE} `) && isKnown(text.slice(2))) return true;
  const parts = text.split(/(?<=[.!?]) /);
  return parts.length > 1 && parts.every(isKnown);
}

const sources = fs
  .globSync("server/**/*.ts")
  .map((file) => file.split(path.sep).join("/"))
  .filter((file) => ![...NOT_SHOWN, ...COMPOSED].some((pattern) => pattern.test(file)));

/** English words that are left: two in a row, as names and codes stand alone. */
const englishIn = (text: string): string[] => text.match(/[a-z’']{2,} [a-z]{2,}/gi) ?? [];

it("has a Russian one for every English one", () => {
  // Each left is to be worded where docs/architecture.md says, or belongs to NOT_SHOWN above.
  const left = sources.flatMap(sentencesIn).filter(({ text }) => !isKnown(text));
  expect(left.map(({ place, text }) => `${place} ${text.replaceAll(HOLE, "{}")}`)).toEqual([]);
});

it("keeps every fact of the English sentence, and has three forms of a word that goes with a count", () => {
  for (const [english, translation] of Object.entries(catalogue)) {
    const facts = (text: string) => new Set([...text.matchAll(/\{([a-z]+\d*)\}/g)].map(([, name]) => name));
    expect([...facts(translation)].sort(), english).toEqual([...facts(english)].sort());
    for (const [, name, forms] of translation.matchAll(/\{([a-z]+\d*):([^}]*)\}/g))
      expect([facts(english).has(name), forms?.split(",").length], english).toEqual([true, 3]);
  }
});

const CERTIFICATE = {
  subject: "cms.example.org",
  issuer: "Redaktion-CA",
  names: ["a.example.org", "b.example.org"],
  valid_from: "2026-01-02T03:04:05Z",
  valid_to: "2026-02-03T04:05:06Z",
};
const REASONS = ["CERT_NOT_YET_VALID", "HOSTNAME_MISMATCH", "DEPTH_ZERO_SELF_SIGNED_CERT", "SELF_SIGNED_CERT_IN_CHAIN"];
const HOST = { host: "cms.example.org:8443" };
const KNOWN: Facts = {
  ...HOST,
  status: 418,
  seconds: 10,
  limit_mb: 20,
  rc: 0,
  assets: ["a-1.png", "b-2.png"],
  urls: ["https://cdn.example/a"],
};

/** Each code with little known, with much, and in each of its forms. */
function* failures(): Generator<[DeliveryCode, Facts]> {
  for (const code of DELIVERY_CODES) {
    yield [code, { ...KNOWN, host: null }];
    yield [code, KNOWN];
    yield [code, { ...KNOWN, address: "10.0.0.7:8443", proxy: "http://proxy:3128", excerpt: "Ой", page: false }];
    yield [code, { ...KNOWN, proxy: "http://proxy:3128", detail: "status 403", content_type: "text/plain" }];
  }
  for (const reason of [...REASONS, "UNABLE_TO_GET_ISSUER_CERT", "CERT_REVOKED"])
    for (const facts of [
      { ...HOST, names: ["x.example"] },
      { ...HOST, ...CERTIFICATE },
    ])
      yield ["tls_untrusted", { ...facts, reason, valid_from: CERTIFICATE.valid_from, detail: "revoked" }];
  yield ["tls_expired", { ...HOST, ...CERTIFICATE }];
  yield ["protocol_error", { ...HOST, reason: "tls" }];
  yield ["protocol_error", { ...HOST, reason: "large headers", limit_kb: 16 }];
  for (const reason of ["unknown coding", "broken coding"])
    yield ["protocol_error", { ...HOST, reason, coding: "zstd" }];
  yield ["redirect_refused", { ...HOST, location: "https://login.example/", reason: "status 302" }];
  for (const reason of ["host not allowed", "more than 3 redirects", "not an http(s) address"])
    yield ["redirect_refused", { ...HOST, location: "https://login.example/", reason }];
  for (const status of [401, 404, 405, 413, 429, 500])
    yield ["http_status", { ...KNOWN, status, excerpt: "<p>Ой", page: true }];
  for (const structure of [
    "more than 300 levels",
    "more than 350000 values and keys",
    "more than 20000 different keys",
  ])
    yield ["answer_too_large", { ...HOST, status: 200, structure }];
  for (const rm of ["Рубрика закрыта", "Рубрика закрыта.", "Invalid signature"])
    yield ["rejected_by_site", { ...HOST, rc: 0, rm }];
  yield ["http_status", { ...HOST, status: 403, excerpt: "{}", site_words: "signature mismatch" }];
  yield ["dummy_client_url", { ...KNOWN, received: ['a-1.png: "dummy-a-1.png"'] }];
}

it("words every failure of a delivery", () => {
  for (const [code, facts] of failures())
    for (const english of [explain(code, facts), explainBriefly(code, facts), ...Object.values(tell(code, facts))]) {
      const russianWords = russian.said(english);
      const verbatim = String(facts.site_words ?? facts.rm ?? "");
      expect(englishIn(russianWords.replace(verbatim, "")), `${english}\n${russianWords}`).toEqual([]);
    }
});

it("words warnings, downloads, and the sentences that are put together", () => {
  const warnings: [DeliveryWarning, Facts][] = [
    ["archive_not_downloaded", {}],
    ["archive_refused", { archive_status: 403, archive_bytes: 0, archive_refusal: "Unknown API key" }],
    ["archive_refused", { archive_status: 200, archive_bytes: 1_300_000, archive_total: 4_000_000 }],
    ["no_client_urls", {}],
    ["no_client_urls", { as_text: true }],
    ["missing_client_urls", { missing: ["a-1.png"], missing_count: 1 }],
    ["missing_client_urls", { missing: ["a-1.png", "b-2.png"], missing_count: 5 }],
    ["file_missing", { lacking: ["a-1.png"], lacking_count: 1 }],
    ["file_missing", { lacking: ["a-1.png", "b-2.png"], lacking_count: 5 }],
    ["client_url_too_long", { client_url_too_long: ["a-1.png"] }],
    ["client_url_scheme", { client_url_scheme: ["a-1.png", "b-2.png"] }],
    ["client_url_relative", { client_url_relative: ["a-1.png", "…"] }],
    ["no_font_urls", {}],
  ];
  const none = { bytes: 1_300_000, totalBytes: 4_000_000, complete: false, refusal: null };
  const downloads = [
    { ...none, status: 200 },
    { ...none, status: 200, totalBytes: null },
    { ...none, status: 404 },
    { ...none, status: 500 },
    {
      ...none,
      status: 403,
      refusal:
        "Wrong signature. It looks as if it covers the content_url alone, and it is written in base64 instead of hex.",
    },
  ];
  const told = [
    ...warnings.map(([warning, facts]) => explainWarning(warning, facts)),
    ...[true, false].flatMap((accepted) =>
      downloads
        .map((download) => judgeDownloads([download], accepted))
        .map((fault) => `${fault?.happened} ${fault?.change}`),
    ),
    judgeDownloads([], true)?.happened ?? "",
    "10.0.0.7 (10.0.0.7:443) accepted the connection after 12 ms.",
    "The certificate, signed by R11, is trusted until 2026-02-03.",
    "The certificate, signed by R11, is trusted until 2026-02-03: 12 more days.",
    'mail.example.org:587 took the mail: "250 OK". It refused ida@example.org.',
    'mail.example.org:587 refused sender or recipient: "550".',
    'hook.example.org answered with status 500: "Oops".',
    "hook.example.org answered with status 204.",
    "Port 8080 on 127.0.0.1 is in use by nginx (process 812). Choose another.",
    'Port 80 on 0.0.0.0 is in use by a program of the user www-data. Port 8081 is free: start with --port 8081, or set "port" in /srv/galley/config.json.',
  ];
  for (const english of told)
    expect(englishIn(russian.said(english)), `${english}\n${russian.said(english)}`).toEqual([]);
});
