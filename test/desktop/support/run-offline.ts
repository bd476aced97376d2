/**
 * Uses the desktop app for some seconds where the machine has no network but its own loopback, and prints what was
 * tried beyond that as one line of JSON. To be started in a network namespace of its own (window-calls-nobody.spec.ts):
 * there the kernel counts every attempt to reach another machine, by whatever process, however short.
 */
import dgram from "node:dgram";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import { launchDesktop } from "./desktop.ts";

export interface CutOffReport {
  /** Attempts that were made on purpose before, as the kernel counted them. */
  control: Attempts;
  /** Attempts from the app's start to its end. */
  app: Attempts;
  asked: string[];
  consoleUrl: string;
}

export interface Attempts {
  /**
   * Packets and connections over IPv4 that found no way out, questions for names among them. Not IPv6: Chromium asks
   * the kernel for a route to a resolver, without sending anything, to learn whether there is IPv6 at all.
   */
  beyond: number;
  /** UDP of any kind, such as the question for a name to a resolver of this machine. */
  datagrams: number;
}

/** A column of /proc/self/net/snmp. */
function column(table: string, name: string): number {
  const [head = "", values = ""] = fs
    .readFileSync("/proc/self/net/snmp", "utf8")
    .split("\n")
    .filter((line) => line.startsWith(`${table}: `));
  return Number(values.split(" ")[head.split(" ").indexOf(name)]);
}

const counted = (): Attempts => ({ beyond: column("Ip", "OutNoRoutes"), datagrams: column("Udp", "OutDatagrams") });

async function during(action: () => Promise<void>): Promise<Attempts> {
  const before = counted();
  await action();
  const after = counted();
  return { beyond: after.beyond - before.beyond, datagrams: after.datagrams - before.datagrams };
}

/** A connection and a datagram to addresses that nobody has, and a datagram within the machine. */
async function tryOnPurpose(): Promise<void> {
  await once(net.connect(443, "192.0.2.1"), "error");
  const socket = dgram.createSocket("udp4");
  await new Promise((resolve) => socket.send("?", 53, "192.0.2.53", resolve));
  await new Promise((resolve) => socket.send("?", 53, "127.0.0.1", resolve));
  socket.close();
}

async function use(dataDir: string): Promise<{ asked: string[]; consoleUrl: string }> {
  const { app, window, consoleUrl } = await launchDesktop({ dataDir });
  const asked = new Set<string>();
  window.on("request", (request) => asked.add(new URL(request.url()).origin));
  for (const page of ["/", "/deliveries", "/sessions", "/projects", "/settings", "/settings/backups"]) {
    await window.goto(`${consoleUrl}${page}`);
    await window.getByRole("main").waitFor();
  }
  // Wrong in every language: a spellchecker would want its dictionary now.
  const field = window.getByLabel("Passphrase (optional)");
  await field.evaluate((input) => input.setAttribute("type", "text"));
  await field.pressSequentially("misspeled wrods teh fisrt");
  await app.close();
  return { asked: [...asked], consoleUrl };
}

const [dataDir = ""] = process.argv.slice(2);
const control = await during(tryOnPurpose);
let used = { asked: [] as string[], consoleUrl: "" };
const app = await during(async () => {
  used = await use(dataDir);
});
const report: CutOffReport = { control, app, ...used };
process.stdout.write(`${JSON.stringify(report)}\n`);
