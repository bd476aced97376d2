/**
 * The preview pages (contract 2.3 `previewUrl`): the current version, a version by number, a tab's draft, or the
 * site's copy. Media and fonts come from the local blobs. Foreign markup requires an opaque origin and no script.
 */
import express, { type Request, type Response, type Router } from "express";
import type { z } from "zod";
import { isReadableState } from "../../article/document.ts";
import { withoutFrames } from "../../article/render/embed.ts";
import { escapeText } from "../../article/render/safe.ts";
import { withStyleInside } from "../../article/render.ts";
import { dummyReference, isAssetName, type VmsJson } from "../../article/vms-json.ts";
import type { Session } from "../../articles/sessions/session-store.ts";
import { titleOf } from "../../articles/sessions/session-titles.ts";
import { ORIGINAL_VERSION } from "../../articles/versions/version-store.ts";
import { joined, type Sentence, type SentenceCode, sentence } from "../../contracts/sentences/index.ts";
import { wordsOf } from "../../contracts/sentences/words.ts";
import { AppError, ERROR_STATUS, ValidationFailed } from "../../core/errors.ts";
import { resource } from "../../http/fallbacks.ts";
import { parseJson } from "../../http/json-body.ts";
import { type ContentKind, securityHeaders } from "../../http/security-headers.ts";
import { validateRequest } from "../../http/validation.ts";
import type { Services } from "../../services.ts";
import { serveFontFile, serveFontsCss, serveMedia } from "./media-routes.ts";
import { NumberPath, TabPath } from "./tab-route.ts";

const STYLE =
  "body{margin:0 auto;padding:2rem 1rem;max-width:38rem;font:1.125rem/1.6 Charter,'Bitstream Charter',Georgia,serif;color:#1d1b18;background:#fbfaf7;" +
  // Maximum width of wide and full figures. 100vw includes the scrollbar, so overflow is clipped.
  "--galley-wide:min(8rem,50vw - 50%);--galley-full:calc(50vw - 50%);overflow-x:clip;" +
  "--galley-measure:min(38rem,100vw - 2rem);--galley-small-font:system-ui,sans-serif;--galley-caption-size:.8em}" +
  "h1{margin:0 0 .8em;font-size:2em;line-height:1.15;text-wrap:balance}h2,h3,h4{line-height:1.25;text-wrap:balance}h3{font-size:1.22em}h4{font-size:1.05em;font-style:italic}" +
  "a{text-decoration-thickness:1px;text-underline-offset:.2em}" +
  ".galley-still{box-sizing:border-box;display:flex;flex-flow:column;align-items:center;justify-content:center;gap:.5em;margin:0 auto;" +
  "padding:1em;overflow:hidden;text-align:center;border:1px dashed rgba(128,128,128,.7);background:rgba(128,128,128,.12)}" +
  ".galley-screen .galley-still{position:relative;border:0;color:#fff;background:rgba(0,0,0,.6)}" +
  "@media(prefers-color-scheme:dark){body{color:#e8e4dc;background:#1b1a18}}";

/** Texts of the preview pages. Errors for media and fonts stay English. */
const ENGLISH = {
  lang: "en",
  preview: "Preview",
  version: (number: number) => `Preview, version ${number}`,
  siteCopy: "Preview, the site's copy",
  unsaved: "Preview, not saved",
  /** Shown in place of a frame of another site. */
  frameNote: "Loads on the site, not in this preview",
  translate: ({ detail }: Sentence): string => detail,
};

type PreviewWords = typeof ENGLISH;

const RUSSIAN_SENTENCES: Readonly<Partial<Record<SentenceCode, string>>> = {
  "articles.preview_over": "Срок этой ссылки на просмотр истёк. Откройте статью снова с вашего сайта.",
  "articles.console_preview_over": "Срок этого просмотра истёк. Обновите страницу консоли.",
  "articles.key_disabled": "Ключ API этого сайта отключён. Попросите администратора Galley включить его.",
  "articles.no_session": "Материал {id} не найден.",
  "articles.no_version_number": "У этой статьи нет версии {number}.",
  "articles.nothing_saved": "В этой статье ещё ничего не сохранено.",
  "articles.no_site_copy": "Сайт не присылал текста, который отличался бы от хранящихся здесь версий.",
  "articles.foreign": "Эта версия написана в другом редакторе, показать её нельзя.",
  "articles.no_draft": "Несохранённых изменений из этой вкладки у Galley нет.",
  "articles.draft_discarded":
    "Galley удалил эти несохранённые изменения ради более новых. Возможно, они ещё есть в браузере, в котором набраны.",
  "articles.cannot_show": "Не удалось показать: {problem}",
  "articles.version_number": "в URL нужен номер версии.",
  "articles.tab_id": "вкладка в URL обозначается знаками A-Z a-z 0-9 _ -, их от 1 до 64.",
  "articles.not_uploaded": "в статье есть файл {file}, который в неё не загружен.",
  "articles.not_a_document": "это не документ этого редактора, или он повреждён.",
};

const RUSSIAN: PreviewWords = {
  lang: "ru",
  preview: "Просмотр",
  version: (number) => `Просмотр, версия ${number}`,
  siteCopy: "Просмотр, копия сайта",
  unsaved: "Просмотр, не сохранено",
  frameNote: "Загрузится на сайте, здесь — нет",
  translate: (sentence) =>
    wordsOf(sentence, {
      template: (code) => RUSSIAN_SENTENCES[code as SentenceCode],
      number: (value) => value.toLocaleString("ru"),
      bytes: String,
      plural: (_count, [, , many = ""]) => many,
    }),
};

interface PreviewedArticle {
  title: string;
  headline: string | null;
  /** A rendered article with `dummy-<file_name>` references. */
  html: string;
  fileNames: string[];
  hasFonts: boolean;
  /** Relative path to the folder of `media/` and `fonts/`: "" or one `../` for each level. */
  up: string;
}

type Shown = Pick<PreviewedArticle, "title" | "html" | "fileNames">;

const SHOWN_ERRORS = new Set<AppError["code"]>(["unauthenticated", "not_found", "invalid"]);

export interface PreviewAccess {
  /** Returns the session of the `session_id` and `token` in the URL. @throws AppError unauthenticated */
  enter: (req: Request) => Session;
  /** "sandboxed": any page may frame the previews; "framed": only pages of this listener. */
  kind: Extract<ContentKind, "sandboxed" | "framed">;
}

/** Mounted at `/preview`, on the public listener for readers and on the console's for the admin. */
export function previewRoutes(services: Services, { enter, kind }: PreviewAccess): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  router.use(securityHeaders(kind));
  const at = "/:session_id/:token/";
  type Show = (session: Session, words: PreviewWords, req: Request) => Shown;
  const pageOf = (up: string, show: Show) => (req: Request, res: Response) => {
    res.vary("Accept-Language");
    // The first supported language that the browser accepts; else English.
    const words = req.acceptsLanguages("en", "ru") === "ru" ? RUSSIAN : ENGLISH;
    res.setHeader("Cache-Control", "no-store");
    res.type("html");
    try {
      const session = enter(req);
      const hasFonts = services.snapshots.sheetFor(session.projectId) !== null;
      const headline = titleOf(session.metadata);
      res.send(articlePage({ ...show(session, words, req), headline, hasFonts, up }, words));
    } catch (error) {
      if (!(error instanceof AppError) || !SHOWN_ERRORS.has(error.code)) throw error;
      res.status(ERROR_STATUS[error.code]).send(sentencePage(sentenceOf(error), words));
    }
  };

  resource(router, at, {
    get: pageOf("", (session, words) => {
      if (session.currentVersion === null) throw new AppError("not_found", sentence("articles.nothing_saved"));
      return versionOf(services, session, session.currentVersion, words);
    }),
  });
  resource(router, `${at}version/:number/`, {
    get: pageOf("../../", (session, words, req) => versionOf(services, session, pathOf(req, NumberPath).number, words)),
  });
  resource(router, `${at}draft/:client_id/`, {
    get: pageOf("../../", (session, words, req) => draftOf(services, session, pathOf(req, TabPath).client_id, words)),
  });
  resource(router, `${at}site-copy/`, {
    get: pageOf("../", (session, words) => siteCopyOf(services, session, words)),
  });
  resource(router, `${at}media/:file_name`, {
    get: async (req, res) => {
      const session = enter(req);
      await serveMedia(services, res, services.assets.byName(session.id, String(req.params.file_name)));
    },
  });
  resource(router, `${at}fonts/vms_fonts.css`, {
    get: (req, res) => serveFontsCss(services, res, enter(req).projectId),
  });
  resource(router, `${at}fonts/:file`, {
    get: async (req, res) => {
      const { projectId } = enter(req);
      // The page's origin is opaque, and browsers load fonts from the same origin only, unless CORS allows more.
      res.setHeader("Access-Control-Allow-Origin", "*");
      await serveFontFile(services, req, res, projectId);
    },
  });
  return router;
}

function pathOf<S extends z.ZodType>(req: Request, schema: S): z.output<S> {
  return validateRequest({ path: { schema, value: req.params } }).path;
}

function sentenceOf(error: AppError): Sentence {
  const fault = error instanceof ValidationFailed ? error.faults[0] : undefined;
  if (fault !== undefined) return sentence("articles.cannot_show", { problem: fault.sentence ?? fault.msg });
  return error.sentence ?? joined(error.message);
}

function versionOf({ versionStore }: Services, session: Session, number: number, words: PreviewWords): Shown {
  const version = versionStore.byNumber(session.id, number);
  if (version === null)
    throw new AppError("not_found", sentence("articles.no_version_number", { number: String(number) }));
  if (number === ORIGINAL_VERSION) throw foreign();
  return {
    title: words.version(number),
    html: version.html,
    fileNames: (version.vmsJson.member("assets")?.members() ?? []).map(([name]) => name).filter(isAssetName),
  };
}

/** The state from the site that equals no stored version, rendered as in a save. */
function siteCopyOf({ sessions, versions }: Services, session: Session, words: PreviewWords): Shown {
  const copy = sessions.siteCopy(session.id);
  if (copy === null) throw new AppError("not_found", sentence("articles.no_site_copy"));
  const state = copy.vmsJson.parse() as VmsJson;
  if (!isReadableState(state)) throw foreign();
  return { title: words.siteCopy, ...versions.render(session.id, state) };
}

const foreign = (): AppError => new AppError("not_found", sentence("articles.foreign"));

/** A draft, rendered as in a save. @throws ValidationFailed if it cannot be saved */
function draftOf({ drafts, versions }: Services, session: Session, clientId: string, words: PreviewWords): Shown {
  const draft = drafts.byTab(session.id, clientId);
  return {
    title: words.unsaved,
    ...versions.render(session.id, parseJson(Buffer.from(draft.json)).value as VmsJson),
  };
}

/** All URLs are relative, so that the page works under any public URL. */
function articlePage(
  { title, headline, html, fileNames, hasFonts, up }: PreviewedArticle,
  words: PreviewWords,
): string {
  // No name contains another (contract 2.6), so replacing plain text is safe, as on sites.
  const body = fileNames.reduce(
    (text, name) => text.replaceAll(dummyReference(name), `${up}media/${name}`),
    withoutFrames(withStyleInside(html), words.frameNote, words.lang),
  );
  const heading = headline === null ? "" : `<h1>${escapeText(headline)}</h1>`;
  return page(
    title,
    words.lang,
    heading + body,
    hasFonts ? `<link rel="stylesheet" href="${up}fonts/vms_fonts.css">` : "",
  );
}

function sentencePage(reason: Sentence, { translate, preview, lang }: PreviewWords): string {
  const escaped = translate(reason).replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return page(preview, lang, `<p lang="${lang}">${escaped}</p>`, "");
}

/** @param lang language of the title; the article's markup declares its own */
function page(title: string, lang: string, body: string, links: string): string {
  return (
    '<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    `<title lang="${lang}">${title}</title><style>${STYLE}</style>${links}</head><body>${body}</body></html>`
  );
}
