/**
 * The two pages: renderer/editor, served under /editor/, and renderer/console, served at the console's root; and the script
 * of the documentation, renderer/docs.
 */
import fs from "node:fs";
import path from "node:path";
import react from "@vitejs/plugin-react";
import type { InlineConfig, Plugin } from "vite";
import { renderGuide } from "./scripts/lib/guide.mjs";

export type Page = "editor" | "console";

/** The editor finds its files beside its own address, so that it also works under a prefix that a proxy adds. */
const BASE: Record<Page, string> = { editor: "./", console: "/" };

/** How one page is built: renderer/<page>/index.html into <outDir>/web/<page>. */
export function pageConfig(page: Page, outDir: string): InlineConfig {
  return {
    configFile: false,
    root: path.join(import.meta.dirname, "renderer", page),
    base: BASE[page],
    publicDir: false,
    logLevel: "warn",
    plugins: [react(), leanTiptap(), oneStart()],
    build: {
      outDir: path.join(outDir, "web", page),
      emptyOutDir: true,
      target: "es2023",
      // The pages' CSP allows neither data: nor inline scripts.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2_000,
    },
  };
}

/**
 * The editor's later parts: one file for what is beside the text, one for the tools. Loading each part from a file of its own
 * costs a third of opening the editor.
 */
const LATER = [
  {
    name: "writing",
    priority: 1,
    test: /renderer.editor.(writing.(foot|format|handle|menus)|article.(nodes.panels|table))/,
  },
  { name: "tools", test: /renderer.editor.(?!messages)/ },
];

/**
 * What a page needs before it can be drawn stands in one file. The bundler makes one for each set of later parts that share
 * some of it: half a hundred small files, each asked for and compressed by itself, a twentieth more in all.
 */
function oneStart(): Plugin {
  const ours = new Set<string>();
  return {
    name: "galley:one-start",
    buildEnd() {
      const waiting = [...this.getModuleIds()].filter((id) => this.getModuleInfo(id)?.isEntry === true);
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        // Libraries come along with what uses them: the index of one names far more than is taken from it.
        if (ours.has(id) || id.includes("/node_modules/")) continue;
        ours.add(id);
        waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []));
      }
    },
    outputOptions: (options) => ({
      ...options,
      codeSplitting: {
        groups: [{ debugName: "start", priority: 2, name: (id) => (ours.has(id) ? "start" : null) }, ...LATER],
      },
    }),
  };
}

/** Tiptap has several extensions in a file and does not say that making one changes nothing else: the unused ones would stay. */
function leanTiptap(): Plugin {
  return {
    name: "galley:lean-tiptap",
    transform: {
      filter: { id: /\/@tiptap\/(?:extension-list|extensions)\/dist\/index\.js$/ },
      handler: (code) => ({
        code: code.replace(/^(const \w+ = )((?:Node|Extension)\.create\()/gm, "$1/* @__PURE__ */ $2"),
        map: null,
      }),
    },
  };
}

/** <outDir>/web/docs/: page.js, a plain script, for swagger-ui-express links no modules, and guide.html. */
export function docsConfig(outDir: string): InlineConfig {
  return {
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    plugins: [guidePage()],
    build: {
      outDir: path.join(outDir, "web", "docs"),
      emptyOutDir: true,
      target: "es2023",
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: path.join(import.meta.dirname, "renderer", "docs", "page.ts"),
        output: { format: "iife", entryFileNames: "page.js" },
      },
    },
  };
}

/** The guide for integrators, as the page /docs/guide. */
function guidePage(): Plugin {
  return {
    name: "galley:guide",
    generateBundle() {
      const markdown = fs.readFileSync(path.join(import.meta.dirname, "docs", "integrating.md"), "utf8");
      this.emitFile({ type: "asset", fileName: "guide.html", source: renderGuide(markdown) });
    },
  };
}
