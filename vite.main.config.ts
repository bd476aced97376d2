/**
 * The desktop app's main process and the headless entry, with all of server/ in them, and their worker threads. A bundle
 * starts in a fraction of the time that the sources take, and needs less memory.
 */
import fs from "node:fs";
import path from "node:path";
import type { InlineConfig, Plugin } from "vite";

const root = import.meta.dirname;

/** Not bundled: native code, Electron itself, and a package that finds its files beside itself. */
const EXTERNAL = ["electron", "better-sqlite3", "swagger-ui-dist"];

const WORKER_URL = /new URL\("(\.{1,2}\/[^"]*?([\w-]+))\.ts",\s*import\.meta\.url\)/g;

/**
 * `new Worker(new URL("./name.ts", import.meta.url))` is what Node runs from source. In the bundle the worker becomes
 * an entry of its own, dist/main/name.js, and the URL names that. All chunks lie flat in dist/main, so it is right
 * wherever the code that starts the worker ends up.
 */
function workerEntries(): Plugin {
  return {
    name: "galley:worker-entries",
    enforce: "pre",
    transform: {
      filter: { code: /new Worker\(/ },
      async handler(code, importer) {
        for (const [, source, name] of code.matchAll(WORKER_URL)) {
          const worker = await this.resolve(`${source}.ts`, importer);
          if (worker === null) this.error(`${importer} starts the worker ${source}.ts, which is not there.`);
          this.emitFile({ type: "chunk", id: worker.id, fileName: `${name}.js` });
        }
        return { code: code.replace(WORKER_URL, 'new URL("./$2.js", import.meta.url)'), map: null };
      },
    },
  };
}

/** The numbered SQL files, beside the bundle as they are beside `database.ts` in the sources. */
function migrations(): Plugin {
  const folder = path.join(root, "server", "storage", "migrations");
  return {
    name: "galley:migrations",
    generateBundle() {
      for (const name of fs
        .readdirSync(folder)
        .filter((entry) => entry.endsWith(".sql"))
        .sort()) {
        this.emitFile({
          type: "asset",
          fileName: `migrations/${name}`,
          source: fs.readFileSync(path.join(folder, name)),
        });
      }
    },
  };
}

/**
 * `import` of node:http or node:https reads every property of the module, among them those that load undici and HTTP/2, which
 * Galley does not use: a tenth of its start. As CommonJS, the module is handed over unread.
 */
function unreadHttp(): Plugin {
  return {
    name: "galley:unread-http",
    enforce: "pre",
    resolveId: { filter: { id: /^node:https?$/ }, handler: (id) => `\0galley:${id}` },
    load: {
      filter: { id: /^\0galley:node:/ },
      handler: (id) => `module.exports = process.getBuiltinModule("${id.slice("\0galley:".length)}");`,
    },
  };
}

/** <outDir>/main/{main,cli,in-process}.js, their workers and migrations/. */
export function mainConfig(outDir: string): InlineConfig {
  return {
    configFile: false,
    root,
    publicDir: false,
    logLevel: "warn",
    ssr: { noExternal: true, external: EXTERNAL },
    plugins: [workerEntries(), migrations(), unreadHttp()],
    build: {
      ssr: true,
      outDir: path.join(outDir, "main"),
      emptyOutDir: false,
      target: "node24",
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: {
          main: path.join(root, "main", "main.ts"),
          cli: path.join(root, "server", "cli.ts"),
          // What the tests import: the same chunks that the other two run.
          "in-process": path.join(root, "server", "in-process.ts"),
        },
        output: { format: "es", entryFileNames: "[name].js", chunkFileNames: "[name].js" },
      },
    },
  };
}
