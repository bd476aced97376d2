/** The import rules between modules. `import { type X }` is not type-only: it stays an import when types are stripped. */

/** @typedef {{ path: string } | { package: string }} Goal
 *   path: of a file, relative to the project, with forward slashes; package: name of a package, or a node: module */
/** @typedef {{ goal: Goal, typeOnly: boolean }} Import */
/** @typedef {{ of: RegExp, forbids: (goal: Goal) => boolean, typesAllowed?: true, because: string }} Rule */

/** @param {RegExp} pattern @returns {Rule["forbids"]} */
const files = (pattern) => (goal) => "path" in goal && pattern.test(goal.path);

/** @param {RegExp} pattern @returns {Rule["forbids"]} */
const packages = (pattern) => (goal) => "package" in goal && pattern.test(goal.package);

/**
 * @param {string} page @param {string} folders of it, with `|` between them
 * @param {string} others of it that those may import besides themselves @param {string} because @returns {Rule}
 */
const only = (page, folders, others, because) => ({
  of: new RegExp(`^renderer/${page}/(${folders})/`),
  forbids: files(new RegExp(`^renderer/${page}/(?!(${folders}${others})/)`)),
  because,
});

/** The layers of server/, from the top: a file imports from its own layer and those below. */
const FLOORS = [
  /^server\/(cli|in-process)\.ts$/,
  /^server\/commands\//,
  /^server\/(restarting-)?appliance\.ts$/,
  /^server\/api\//,
  /^server\/services\.ts$/,
  /^server\/(projects|articles|media|fonts|deliveries|receiver-check|backup|retention|relocation|replica|logins|admin|config)\//,
  /^server\/(outbound|archives|http)\//,
  /^server\/storage\//,
  /^server\/core\//,
  /^server\/(contracts|article)\//,
];

/** @type {Rule[]} the first one that an import breaks is named */
const RULES = [
  {
    of: /^(server|renderer)\//,
    forbids: packages(/^electron$/),
    because: "only main/ knows Electron",
  },
  {
    of: /^(server|main|renderer)\//,
    forbids: files(/^(test|scripts)\//),
    because: "the product does not know its tests and scripts",
  },
  {
    of: /^server\//,
    forbids: files(/^(main|renderer)\//),
    because: "server/ knows neither who starts it nor who shows it",
  },
  {
    of: /^server\/article\//,
    forbids: (goal) =>
      !files(/^server\/(article\/|contracts\/file-size\.ts)/)(goal) && !packages(/^(prosemirror-model|diff)$/)(goal),
    because: "server/article knows neither Node nor the DOM, only itself, prosemirror-model and diff",
  },
  {
    of: /^server\/sandbox\//,
    forbids: files(/^(?!server\/sandbox\/)/),
    because: "the sample site is a separate receiver that shares nothing with the appliance",
  },
  {
    of: /^server\/sandbox\//,
    forbids: packages(/^(?!node:|express$|yauzl$)/),
    because: "the sample site needs only Node, Express and yauzl, as a site's own code would",
  },
  {
    of: /^(?!server\/(http|api|sandbox)\/)(server|main|renderer)\//,
    forbids: packages(/^express$/),
    because: "only server/http, server/api and server/sandbox know Express",
  },
  {
    of: /^server\/(projects|articles|media|fonts|deliveries|receiver-check|archives|backup|retention|relocation|replica|logins|admin|outbound|core|storage)\//,
    forbids: files(/^server\/(http|api|sandbox)\//),
    because: "a domain room takes nothing from a surface; what both share is in server/contracts",
  },
  ...FLOORS.map((floor, level) => ({
    of: floor,
    /** @param {Goal} goal */
    forbids: (goal) =>
      !files(/^server\/services\.ts$/)(goal) && FLOORS.slice(0, level).some((above) => files(above)(goal)),
    because:
      "imports in server/ go down: entries, commands, appliance, surfaces, services, domain rooms, outbound and archives and http, storage, core, contracts and article",
  })),
  {
    of: /^server\/(projects|articles|media|fonts|deliveries|receiver-check|backup|retention|relocation|replica|logins|admin|config|outbound|archives|http|storage|core|contracts|article)\//,
    forbids: files(/^server\/services\.ts$/),
    typesAllowed: true,
    because: "a domain room takes the type Services alone: createServices knows the rooms, not the other way round",
  },
  {
    of: /^server\/contracts\//,
    forbids: files(/^(?!server\/contracts\/)/),
    typesAllowed: true,
    because: "server/contracts takes types alone from elsewhere",
  },
  {
    of: /^main\//,
    forbids: files(/^(renderer\/|server\/(?!(commands\/commands\.ts$|config\/|relocation\/|core\/|storage\/))[^/]+\/)/),
    typesAllowed: true,
    because:
      "main/ is thin: it uses the modules at the top of server/ (appliance, commands), config, relocation, core and storage, not the rooms",
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
    because: "renderer/ takes types from server/ and main/, and code from server/article and server/contracts only",
  },
  ...[
    ["editor", "console"],
    ["console", "editor"],
  ].map(([page, other]) => ({
    of: new RegExp(`^renderer/${page}/`),
    forbids: files(new RegExp(`^renderer/${other}/`)),
    because: "the two pages share through renderer/shared",
  })),
  only("editor", "ui/lib|client|messages", "", "ui/lib, client and messages are the floor of the editor"),
  only("editor", "ui", "|messages", "the shared parts of the editor know none of its features"),
  {
    of: /^renderer\/editor\/[^/]+\/(?<!\/app\/)/,
    forbids: files(/^renderer\/editor\/app\//),
    because: "a feature does not know the page; what it uses of the open article is in client/article-session.ts",
  },
  only("editor", "article/commands", "|ui|messages", "commands stand below the nodes and the features that use them"),
  only(
    "editor",
    "uploads",
    "|article/commands|ui|client|messages",
    "uploads stand below the article, whose blocks show what they bring",
  ),
  only(
    "editor",
    "article",
    "|uploads|ui|client|messages",
    "the article does not know the features around it; app/open-session.ts gives it their extensions",
  ),
  only("console", "list|parts|lib|data", "|messages", "the shared parts of the console know none of its pages"),
  {
    of: /^renderer\/console\/parts\//,
    forbids: files(/^renderer\/console\/list\//),
    because: "lists are made of the parts, not the parts of lists",
  },
  only("console", "data|lib", "|messages", "data and words do not know how they are shown"),
  only("console", "messages", "", "messages are the floor of the console"),
  ...["home", "projects", "sites", "sessions", "deliveries", "fonts", "check", "settings", "login", "palette"].map(
    (page) =>
      only(
        "console",
        page,
        "|list|parts|lib|data|messages",
        "a page of the console knows neither another page nor the frame around it",
      ),
  ),
  {
    of: /^renderer\/shared\//,
    forbids: files(/^renderer\/(editor|console)\//),
    because: "renderer/shared does not know the pages",
  },
];

/**
 * @param {string} file relative to the project, with forward slashes
 * @param {Import} imported
 * @returns {string | undefined} why the import may not be
 */
export function brokenBorder(file, { goal, typeOnly }) {
  return RULES.find((rule) => rule.of.test(file) && !(typeOnly && rule.typesAllowed) && rule.forbids(goal))?.because;
}
