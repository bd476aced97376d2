/** Small projects in a temporary folder with the real scripts and Vite configurations. */
import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { onTestFinished, vi } from "vitest";
import { ROOT } from "../support/project-files.ts";

// These tests start npm and Vite, which are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** The only variables of the developer's environment that programs need; Windows requires the last three. */
const NEEDED = Object.fromEntries(
  ["PATH", "HOME", "SystemRoot", "TEMP", "ComSpec"].map((name) => [name, process.env[name]] as const),
);
const COPIED = ["scripts", "vite.config.ts", "vite.main.config.ts"];

export type ToolingProject = ReturnType<typeof bareProject>;

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A project with links to the named packages of this one, whose dependencies count as installed. */
export function installedProject(packages: string[]): ToolingProject {
  const project = bareProject();
  project.write("package.json", `{"name": "small", "version": "1.2.3", "type": "module", "main": "dist/main/main.js"}`);
  project.write("package-lock.json", `{"lockfileVersion": 3, "packages": {"": {"name": "small"}}}`);
  project.write("node_modules/.package-lock.json", `{"lockfileVersion": 3, "packages": {}}`);
  for (const name of packages) {
    const link = path.join(project.folder, "node_modules", name);
    fs.mkdirSync(path.dirname(link), { recursive: true });
    // A junction requires no rights on Windows. Other systems ignore this argument.
    fs.symlinkSync(path.join(ROOT, "node_modules", name), link, "junction");
  }
  return project;
}

/** A project that can be built: with the two pages, the desktop app and the server. */
export function projectWithPages(): ToolingProject {
  const project = installedProject([
    ...["vite", "@vitejs/plugin-react", "better-sqlite3", "marked"],
    ...["node-addon-api", "swagger-ui-dist"],
  ]);
  for (const page of ["editor", "console"]) {
    project.write(`renderer/${page}/index.html`, `<!doctype html><script type="module" src="./main.ts"></script>`);
    project.write(`renderer/${page}/main.ts`, `document.title = "${page}";`);
  }
  project.write("renderer/docs/page.ts", `document.title = "docs";`);
  project.write("docs/integrating.md", "# The guide\n");
  project.write("main/main.ts", `export const started = true;`);
  project.write("server/cli.ts", `process.stdout.write("headless\\n");`);
  project.write("server/in-process.ts", "export const parts = 1;");
  project.write("server/storage/migrations/0001-first.sql", "CREATE TABLE t (a);");
  return project;
}

/** A project without package.json and node_modules, removed after the test. */
export function bareProject() {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "galley-tooling-")));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  for (const name of COPIED) fs.cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true });
  /** Starts a script of the project on this Node. */
  const start = (script: string, args: string[] = [], env: NodeJS.ProcessEnv = {}): ChildProcess =>
    spawn(process.execPath, [path.join(folder, script), ...args], {
      cwd: os.tmpdir(),
      env: { ...NEEDED, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
  return {
    folder,
    /** Writes a file, making its folder. */
    write(name: string, content: string) {
      const file = path.join(folder, name);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, content);
    },
    start,
    /** Starts a script and waits for its end. */
    run: (...command: Parameters<typeof start>) => ended(start(...command)),
  };
}

/** Resolves with the output and exit code of a process. */
export function ended(child: ChildProcess): Promise<Ended> {
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.setEncoding("utf8").on("data", (text: string) => {
      output[name] += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, ...output }));
  });
}
