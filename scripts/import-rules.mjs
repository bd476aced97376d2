/** `node scripts/import-rules.mjs [project]`: reports imports that break a rule below. Runs on the project's own Node. */
import fs from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import { parseSync } from "vite";
import { filesUnder, root } from "./lib/project.mjs";

/** @typedef {{ path: string } | { package: string }} Goal
 *   path: a file relative to the project, with forward slashes; package: a package name or a node: module */
/** @typedef {{ goal: Goal, typeOnly: boolean }} Import */
/** @typedef {{ of: RegExp, forbids: (goal: Goal) => boolean, typesAllowed?: true, because: string }} Rule */

/** @param {RegExp} pattern @returns {Rule["forbids"]} */
const files = (pattern) => (goal) => "path" in goal && pattern.test(goal.path);

/** @param {RegExp} pattern @returns {Rule["forbids"]} */
const packages = (pattern) => (goal) => "package" in goal && pattern.test(goal.package);

/**
 * Limits the imports of some folders of a page to themselves and others. Lists of folders are separated by `|`.
 * @param {string} page @param {string} folders @param {string} others starts with `|` @param {string} because @returns {Rule}
 */
const only = (page, folders, others, because) => ({
  of: new RegExp(`^renderer/${page}/(${folders})/`),
  forbids: files(new RegExp(`^renderer/${page}/(?!(${folders}${others})/)`)),
  because,
});

/** The layers of server/ from the top. A file imports from its own layer and lower ones. */
const LAYERS = [
  /^server\/(cli|in-process)\.ts$/,
  /^server\/commands\//,
  /^server\/(restarting-)?appliance\.ts$/,
  /^server\/api\//,
  /^server\/services\.ts$/,
  /^server\/(projects|articles|media|fonts|deliveries|receiver-check|backup|retention|replica|logins|admin|config)\//,
  /^server\/(outbound|archives|http)\//,
  /^server\/storage\//,
  /^server\/core\//,
  /^server\/(contracts|article)\//,
];

/** @type {Rule[]} the first broken rule is reported */
const RULES = [
  {
    of: /^(server|renderer)\//,
    forbids: packages(/^electron$/),
    because: "only main/ may import Electron",
  },
  {
    of: /^(server|main|renderer)\//,
    forbids: files(/^(test|scripts)\//),
    because: "the product must not import tests or scripts",
  },
  {
    of: /^server\//,
    forbids: files(/^(main|renderer)\//),
    because: "server/ must not import main/ or renderer/",
  },
  {
    of: /^server\/article\//,
    forbids: (goal) =>
      !files(/^server\/(article\/|contracts\/file-size\.ts)/)(goal) && !packages(/^(prosemirror-model|diff)$/)(goal),
    because: "server/article may only import itself, prosemirror-model and diff: no Node, no DOM",
  },
  {
    of: /^server\/sandbox\//,
    forbids: files(/^(?!server\/sandbox\/)/),
    because: "the sample site is a separate receiver that shares nothing with the appliance",
  },
  {
    of: /^server\/sandbox\//,
    forbids: packages(/^(?!node:|express$|yauzl$)/),
    because: "the sample site may only import Node modules, Express and yauzl, like a site's own code",
  },
  {
    of: /^(?!server\/(http|api|sandbox)\/)(server|main|renderer)\//,
    forbids: packages(/^express$/),
    because: "only server/http, server/api and server/sandbox may import Express",
  },
  {
    of: /^server\/(projects|articles|media|fonts|deliveries|receiver-check|archives|backup|retention|replica|logins|admin|outbound|core|storage)\//,
    forbids: files(/^server\/(http|api|sandbox)\//),
    because: "a domain module must not import an API; put shared code into server/contracts",
  },
  ...LAYERS.map((layer, level) => ({
    of: layer,
    /** @param {Goal} goal */
    forbids: (goal) =>
      !files(/^server\/services\.ts$/)(goal) && LAYERS.slice(0, level).some((above) => files(above)(goal)),
    because:
      "a layer of server/ must not import a higher one: entries, commands, appliance, API, services, domain modules, outbound with archives and http, storage, core, contracts with article",
  })),
  {
    of: /^server\/(projects|articles|media|fonts|deliveries|receiver-check|backup|retention|replica|logins|admin|config|outbound|archives|http|storage|core|contracts|article)\//,
    forbids: files(/^server\/services\.ts$/),
    typesAllowed: true,
    because: "a domain module may only import the type Services, since createServices imports the modules",
  },
  {
    of: /^server\/contracts\//,
    forbids: files(/^(?!server\/contracts\/)/),
    typesAllowed: true,
    because: "server/contracts may only import types from other folders",
  },
  {
    of: /^main\//,
    forbids: files(/^(renderer\/|server\/(?!(commands\/commands\.ts$|config\/|core\/|storage\/))[^/]+\/)/),
    typesAllowed: true,
    because: "main/ may only import the top modules of server/ (appliance, commands), config, core and storage",
  },
  {
    of: /^renderer\//,
    forbids: packages(/^(node:|express$|better-sqlite3$)/),
    because: "renderer/ runs in a browser",
  },
  {
    of: /^renderer\//,
    forbids: files(/^(main\/|server\/(?!(?:article|contracts)\/))/),
    typesAllowed: true,
    because:
      "renderer/ may import types from server/ and main/, but code only from server/article and server/contracts",
  },
  ...[
    ["editor", "console"],
    ["console", "editor"],
  ].map(([page, other]) => ({
    of: new RegExp(`^renderer/${page}/`),
    forbids: files(new RegExp(`^renderer/${other}/`)),
    because: "the two pages share code only through renderer/shared",
  })),
  only("editor", "ui/lib|client|messages", "", "ui/lib, client and messages are the editor's lowest layer"),
  only("editor", "ui", "|messages", "the editor's shared parts must not import its features"),
  {
    of: /^renderer\/editor\/[^/]+\/(?<!\/app\/)/,
    forbids: files(/^renderer\/editor\/app\//),
    because: "a feature must not import the page; client/article-session.ts gives it the open article",
  },
  only("editor", "article/commands", "|ui|messages", "commands are below the nodes and features that use them"),
  only(
    "editor",
    "uploads",
    "|article/commands|ui|client|messages",
    "uploads are below the article, whose blocks show them",
  ),
  only(
    "editor",
    "article",
    "|uploads|ui|client|messages",
    "the article must not import features; app/open-session.ts gives it their extensions",
  ),
  only("console", "list|parts|lib|data", "|messages", "the console's shared parts must not import its pages"),
  {
    of: /^renderer\/console\/parts\//,
    forbids: files(/^renderer\/console\/list\//),
    because: "lists use the parts, not the other way round",
  },
  only("console", "data|lib", "|messages", "data and lib must not import components"),
  only("console", "messages", "", "messages are the console's lowest layer"),
  ...["home", "projects", "sites", "sessions", "deliveries", "requests", "fonts", "settings", "login", "palette"].map(
    (page) =>
      only(
        "console",
        page,
        "|list|parts|lib|data|messages",
        "a page of the console must not import another page or the frame around it",
      ),
  ),
  {
    of: /^renderer\/shared\//,
    forbids: files(/^renderer\/(editor|console)\//),
    because: "renderer/shared must not import the pages",
  },
];

/**
 * @param {string} file relative to the project, with forward slashes
 * @param {Import} imported
 * @returns {string | undefined} why the import is not allowed
 */
function brokenRule(file, { goal, typeOnly }) {
  return RULES.find((rule) => rule.of.test(file) && !(typeOnly && rule.typesAllowed) && rule.forbids(goal))?.because;
}

const project = path.resolve(process.argv[2] ?? root);

/** @typedef {{ specifier: string, typeOnly: boolean, at: number }} Found */

/** @param {string} file @param {string} source @returns {Found[]} static and dynamic imports and re-exports */
function importsOf(file, source) {
  const { module, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const statics = module.staticImports.map(({ moduleRequest, start }) => ({
    specifier: moduleRequest.value,
    typeOnly: /^import\s+type\b(?!\s*(,|from\b))/.test(source.slice(start)),
    at: start,
  }));
  const reexports = module.staticExports.flatMap(({ entries, start }) => {
    const request = entries.find((entry) => entry.moduleRequest !== null)?.moduleRequest;
    return request
      ? [{ specifier: request.value, typeOnly: /^export\s+type\b/.test(source.slice(start)), at: start }]
      : [];
  });
  const dynamics = module.dynamicImports.flatMap(({ moduleRequest, start }) => {
    const literal = source.slice(moduleRequest.start, moduleRequest.end).match(/^["'`]([^"'`$]+)["'`]$/);
    return literal?.[1] ? [{ specifier: literal[1], typeOnly: false, at: start }] : [];
  });
  const requires = [...source.matchAll(/\brequire(?:\.resolve)?\(\s*["']([^"']+)["']\s*\)/g)].map((match) => ({
    specifier: match[1] ?? "",
    typeOnly: false,
    at: match.index,
  }));
  return [...statics, ...reexports, ...dynamics, ...requires];
}

/** @param {string} file absolute @param {string} specifier @returns {Goal} */
function goalOf(file, specifier) {
  if (specifier.startsWith(".") || path.isAbsolute(specifier))
    return { path: path.relative(project, path.resolve(path.dirname(file), specifier)).replaceAll(path.sep, "/") };
  if (isBuiltin(specifier)) return { package: specifier.startsWith("node:") ? specifier : `node:${specifier}` };
  const parts = specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1);
  return { package: parts.join("/") };
}

const sources = ["server", "main", "renderer"]
  .flatMap((folder) => filesUnder(path.join(project, folder)))
  .filter((file) => /\.(ts|tsx|mts|js|mjs)$/.test(file));

for (const file of sources) {
  const name = path.relative(project, file).replaceAll(path.sep, "/");
  const source = fs.readFileSync(file, "utf8");
  for (const { specifier, typeOnly, at } of importsOf(file, source)) {
    const because = brokenRule(name, { goal: goalOf(file, specifier), typeOnly });
    if (because === undefined) continue;
    console.error(`${name}:${source.slice(0, at).split("\n").length} imports ${specifier}: ${because}.`);
    process.exitCode = 1;
  }
}
