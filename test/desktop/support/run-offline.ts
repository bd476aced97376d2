/**
 * Uses the desktop app for some seconds without a network, and prints its attempts to reach one as a line of JSON. Run it in
 * a separate network namespace (window-security.spec.ts), where the kernel counts the attempts of every process.
 */
import dgram from "node:dgram";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import { launchDesktop } from "./desktop.ts";

export interface OfflineReport {
  /** Deliberate attempts, which prove that the kernel counts. */
  control: Attempts;
  /** Attempts from the app's start to its end. */
  app: Attempts;
  /** Origins that the window requested. */
  requested: string[];
  consoleUrl: string;
}

export interface Attempts {
  /**
   * IPv4 packets and connections without a route, including DNS queries. Not IPv6: Chromium queries the kernel for a route
   * without sending anything, to detect IPv6.
   */
  beyond: number;
  /** UDP datagrams, such as DNS queries to a resolver on this machine. */
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

/** Sends a connection request and a datagram to unused addresses, and a datagram within the machine. */
async function tryOnPurpose(): Promise<void> {
  await once(net.connect(443, "192.0.2.1"), "error");
  const socket = dgram.createSocket("udp4");
  await new Promise((resolve) => socket.send("?", 53, "192.0.2.53", resolve));
  await new Promise((resolve) => socket.send("?", 53, "127.0.0.1", resolve));
  socket.close();
}

async function use(dataDir: string): Promise<{ requested: string[]; consoleUrl: string }> {
  const { app, window, consoleUrl } = await launchDesktop({ dataDir });
  const requested = new Set<string>();
  window.on("request", (request) => requested.add(new URL(request.url()).origin));
  for (const page of ["/", "/deliveries", "/settings/backups"]) {
    await window.goto(`${consoleUrl}${page}`);
    await window.getByRole("main").waitFor();
  }
  // Wrong in every language: a spellchecker would download its dictionary now.
  const field = window.getByLabel("Passphrase (optional)");
  await field.evaluate((input) => input.setAttribute("type", "text"));
  await field.pressSequentially("misspeled wrods teh fisrt");
  await app.close();
  return { requested: [...requested], consoleUrl };
}

const [dataDir = ""] = process.argv.slice(2);
const control = await during(tryOnPurpose);
let used = { requested: [] as string[], consoleUrl: "" };
const app = await during(async () => {
  used = await use(dataDir);
});
const report: OfflineReport = { control, app, ...used };
process.stdout.write(`${JSON.stringify(report)}\n`);
