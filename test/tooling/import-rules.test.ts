import { beforeEach, expect, test } from "vitest";
import { installedProject, type ToolingProject } from "./project.ts";

let project: ToolingProject;
beforeEach(() => {
  project = installedProject(["vite"]);
});

/** Checks files with one import each. Returns the names of those with a forbidden import. */
async function violations(files: Record<string, string>): Promise<string[]> {
  for (const [name, source] of Object.entries(files)) project.write(name, source);
  const { code, stderr } = await project.run("scripts/import-rules.mjs");
  const names = stderr
    .split("\n")
    .filter(Boolean)
    .map((line) => line.replace(/:\d+ imports .*$/, ""));
  expect(code).toBe(names.length === 0 ? 0 : 1);
  return names;
}

test("reports every kind of forbidden import", async () => {
  const forbidden = {
    "main/one.ts": `import { save } from "../server/articles/versions/versions.ts";`,
    "renderer/console/data/shown.ts": `import { Rows } from "../list/Rows.tsx";`,
    "renderer/console/deliveries/frame.tsx": `import type { ShellProps } from "../app/Shell.tsx";`,
    "renderer/console/home/other-page.tsx": `import { SessionDetailView } from "../sessions/SessionDetailView.tsx";`,
    "renderer/console/list/page.tsx": `import type { HomeScreen } from "../home/HomeScreen.tsx";`,
    "renderer/console/one.tsx": `import { Editor } from "../editor/Editor.tsx";`,
    "renderer/editor/builtin.ts": `import fs from "node:fs";`,
    "renderer/editor/article/commands/node.ts": `import { Figure } from "../nodes/figure.ts";`,
    "renderer/editor/article/nodes/feature.ts": `import type { Presence } from "../../presence/presence.ts";`,
    "renderer/editor/client/floor.ts": `import type { Tool } from "../ui/buttons.tsx";`,
    "renderer/editor/drafts/session.ts": `import type { OpenSession } from "../app/open-session.ts";`,
    "renderer/editor/history/page.ts": `import type { Opening } from "../app/opening.ts";`,
    "renderer/editor/inline-type.ts": `import { type Config } from "../../server/config/config.ts";`,
    "renderer/editor/ui/feature.ts": `import type { Version } from "../history/versions.ts";`,
    "renderer/editor/uploads/paste.ts": `import type { PastedHtml } from "../article/paste/pasted-html.ts";`,
    "renderer/shared/page.ts": `import { words } from "../console/words.ts";`,
    "renderer/shared/value.ts": `export { readConfig } from "../../server/config/config.ts";`,
    "server/article/node.ts": `import path from "path";`,
    "server/article/other.ts": `import type { Log } from "../runtime.ts";`,
    "server/deliveries/dynamic.ts": `export const load = () => import("express");`,
    "server/deliveries/http.ts": `import { respond } from "../http/error-mapper.ts";`,
    "server/contracts/value.ts": `export { readConfig } from "../config/config.ts";`,
    "server/deliveries/surface-type.ts": `import type { Routes } from "../api/console/routes.ts";`,
    "server/archives/up.ts": `import type { Versions } from "../articles/versions/versions.ts";`,
    "server/api/console/top.ts": `import type { Appliance } from "../../appliance.ts";`,
    "server/core/stored.ts": `import type { Database } from "../storage/database.ts";`,
    "server/core/up.ts": `import type { Dial } from "../outbound/dial.ts";`,
    "server/http/up.ts": `import type { Config } from "../config/config.ts";`,
    "server/projects/all.ts": `import { createServices } from "../services.ts";`,
    "server/services.ts": `import { views } from "./api/editor/views.ts";`,
    "server/electron.ts": `import { app } from "electron";`,
    "server/required.ts": `const electron = require("electron");\nexport default electron;`,
    "server/sandbox/types.ts": `import type { Version } from "../articles/versions/versions.ts";`,
    "server/articles/sessions/express.ts": `import type { Request } from "express";`,
    "server/admin/shell.ts": `import type { Tray } from "../../main/tray.ts";`,
  };
  expect((await violations(forbidden)).sort()).toEqual(Object.keys(forbidden).sort());
});

test("accepts allowed imports, and ignores comments and strings", async () => {
  const allowed = {
    "main/main.ts": `import { app } from "electron";\nimport { openAppliance } from "../server/appliance.ts";`,
    "renderer/console/app/App.tsx": `import { HomeScreen } from "../home/HomeScreen.tsx";`,
    "renderer/console/home/HomeScreen.tsx": `import { Rows } from "../list/Rows.tsx";\nimport { sessionsQuery } from "../data/queries.ts";`,
    "renderer/editor/api.ts": `import type { Draft } from "../../server/contracts/editor-api.ts";\nimport { schema } from "../../server/article/schema.ts";`,
    "renderer/editor/article/paste.ts": `import { isEmpty } from "./commands/block-places.ts";\nimport type { Assets } from "../uploads/assets.ts";`,
    "renderer/editor/drafts/Dialog.tsx": `import type { ArticleSession } from "../client/article-session.ts";`,
    "server/api/public-server.ts": `import express from "express";\nimport { routes } from "./integration/routes.ts";`,
    "server/api/console/views.ts": `import type { Services } from "../../services.ts";`,
    "server/services.ts": `import { createVersions } from "./articles/versions/versions.ts";`,
    "server/article/schema.ts": `import { Schema } from "prosemirror-model";`,
    "server/core/events.ts": `// import "electron"\nexport const text = 'import x from "express"';`,
    "server/sandbox/site.ts": `import express from "express";\nimport http from "node:http";\nimport { page } from "./page.ts";`,
    "server/storage/blobs.ts": `import { AppError } from "../core/errors.ts";`,
    "server/articles/versions/versions.ts": `import type { VersionView } from "../../contracts/editor-api.ts";\nimport fs from "node:fs";`,
  };
  expect(await violations(allowed)).toEqual([]);
});

test("reports the line, the import and the reason", async () => {
  project.write(
    "server/articles/sessions/sessions.ts",
    `// first line\nimport express from "express";\nexport default express;`,
  );
  const { stderr } = await project.run("scripts/import-rules.mjs");
  expect(stderr).toBe(
    "server/articles/sessions/sessions.ts:2 imports express: only server/http, server/api and server/sandbox may import Express.\n",
  );
});
