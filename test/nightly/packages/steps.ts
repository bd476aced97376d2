/** The numbered lines of `npm run package:check`: what was looked at, and how it came out. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

let number = 0;
let failed = 0;
let skipped = 0;

const line = (verdict: string, text: string): void => {
  number += 1;
  process.stdout.write(`${String(number).padStart(2)}  ${verdict.padEnd(7)}  ${text}\n`);
};

/**
 * Looks at one thing. A throw is a failure, said with its message; the steps after it go on.
 * @param look a text that it answers, or a promise of one, is said beside
 * @returns whether it passed
 */
export async function step(text: string, look: () => unknown): Promise<boolean> {
  try {
    const more = await look();
    line("ok", typeof more === "string" && more !== "" ? `${text}: ${more}` : text);
    return true;
  } catch (error) {
    failed += 1;
    line("FAILED", `${text}\n             ${(error as Error).message.trim().replaceAll("\n", "\n             ")}`);
    return false;
  }
}

export function skip(text: string, reason: string): void {
  skipped += 1;
  line("skipped", `${text}: ${reason}`);
}

/** Says the sum. @returns the exit code */
export function closeSteps(): number {
  process.stdout.write(`\n${number - failed - skipped} ok, ${failed} failed, ${skipped} skipped\n`);
  return failed === 0 ? 0 : 1;
}

/** @throws Error with `sentence` when `holds` is false */
export function must(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Error(sentence);
}

/** Runs a program to its end. @returns its stdout and stderr. @throws Error with both when it fails */
export async function tool(command: string, args: string[], env: NodeJS.ProcessEnv = process.env): Promise<string> {
  try {
    const { stdout, stderr } = await promisify(execFile)(command, args, { env, maxBuffer: 64 * 1024 * 1024 });
    return stdout + stderr;
  } catch (error) {
    const { stdout = "", stderr = "", message } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(" ")}\n${stdout}${stderr}` || message);
  }
}

/** @returns why a step that needs the program is skipped; null where it is installed */
export async function missing(command: string, debianPackage: string): Promise<string | null> {
  try {
    await promisify(execFile)("sh", ["-c", `command -v ${command}`]);
    return null;
  } catch {
    return `${command} is not installed (Debian: ${debianPackage})`;
  }
}
