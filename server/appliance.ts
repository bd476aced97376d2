/**
 * The composition root. `openAppliance` opens the data folder; `listen` starts the three listeners and the background
 * work; `close` ends them in order. Runs in Electron's main process and in plain Node.
 */
import dns from "node:dns";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { PasswordCost } from "./admin/accounts/passwords.ts";
import { portInUse } from "./admin/network/ports.ts";
import { removeRunningUrls, writeRunningUrls } from "./admin/network/running-urls.ts";
import type { Shell, ShellFollower } from "./admin/shell/shell-view.ts";
import { createConsoleServer } from "./api/console-server.ts";
import { createPublicServer } from "./api/public-server.ts";
import { finishRestore } from "./backup/staged-restore.ts";
import type { Addresses, Config } from "./config/config.ts";
import type { Sentence } from "./contracts/sentences/index.ts";
import type { PortInUseFacts } from "./core/errors.ts";
import type { Runtime } from "./core/runtime.ts";
import { createBodyBudget } from "./http/body-budget.ts";
import { openToken } from "./logins/logins.ts";
import type { Resolver } from "./outbound/allowed-hosts.ts";
import { requireOwnKey } from "./projects/own-key.ts";
import { openSandboxSite, type SandboxSite } from "./sandbox/site.ts";
import { createServices } from "./services.ts";
import { startCheckpoints } from "./storage/checkpoints.ts";
import { openDataFolder } from "./storage/data-folder.ts";
import { blockBriefly, DATABASE_FILE, DatabaseRefused, openDatabase } from "./storage/database.ts";
import { createDatabaseHealth } from "./storage/database-health.ts";
import { type KeptLog, openKeptLog, sinkTo } from "./storage/kept-log.ts";

export interface ApplianceOptions {
  /** 32 bytes. */
  masterKey: Buffer;
  /** Folder of the built pages, with `editor/` and `console/`. */
  webDir: string;
  version: string;
  /** The log of this data folder; opened if missing. */
  logs?: KeptLog;
  /** Reopens the appliance after a restore or changed network settings. Without it, the admin must restart. */
  restart?: () => void;
  /** Whether this process had an appliance open before. If so, its window stays logged in. */
  isReopened?: boolean;
  /** Why the last restart kept the previous network settings. */
  restartFault?: Sentence | null;
  /** Shows the state outside the console, such as in the tray. */
  follower?: ShellFollower;
  /** Resolves callback hosts; default: the system's resolver. */
  resolve?: Resolver;
  /** Cost of new passwords; default: the product's. */
  passwordCost?: PasswordCost | undefined;
}

export interface Appliance {
  /** Starts the listeners and the background work. @throws PortInUse; ConfigError if a host and port cannot be used */
  listen(): Promise<Addresses>;
  /** A link that logs in one browser once, or the desktop app's window while the app runs. */
  consoleLink(kind?: "link" | "window"): string;
  /** State and actions for the tray and the window. Do not store it: it belongs to the appliance that is open now. */
  readonly shell: Shell;
  /** Call it after the machine's sleep, to start overdue work. */
  wake(): void;
  /** Refuses new work, waits for running attempts and requests, and closes the database. Idempotent. */
  close(): Promise<void>;
}

const ATTEMPT_GRACE_MS = 10_000;
const REQUEST_GRACE_MS = 2_000;

/** @throws DatabaseRefused if the data folder is in use, newer, or of another key */
export async function openAppliance(config: Config, given: Runtime, options: ApplianceOptions): Promise<Appliance> {
  openDataFolder(config.dataDir);
  const logs = options.logs ?? openKeptLog(config.dataDir, sinkTo(given.log));
  const runtime: Runtime = { ...given, log: logs };
  const { clock, log } = runtime;
  const { database, wasClosed, close: closeDatabase } = await openDatabase(config.dataDir, finishRestore, log);
  const { masterKey, webDir, version, resolve = dns.lookup, restart = null, restartFault = null } = options;
  const health = createDatabaseHealth(path.join(config.dataDir, DATABASE_FILE), { clock, log });
  try {
    const damage = await health.check(wasClosed);
    if (damage !== null) throw new DatabaseRefused(damage);
    requireOwnKey(database, masterKey, config.dataDir);
  } catch (error) {
    closeDatabase();
    throw error;
  }
  if (options.isReopened !== true) {
    const schema = Number(database.pragma("user_version", { simple: true }));
    log.info(`Galley ${version} starts: process ${process.pid}, data folder ${config.dataDir}, schema ${schema}.`);
    if (!wasClosed) log.warn("The previous run did not end cleanly.");
  }
  const stopWatching = logs.subscribe((_entry, error) => health.see(error));
  // A stale address file could leak the token to another process that now uses the port.
  await removeRunningUrls(config.dataDir);
  let closing: Promise<void> | null = null;
  let listening: Addresses | null = null;
  const addresses = () => {
    if (listening === null) throw new Error("The appliance is not listening yet.");
    return listening;
  };
  const consoleToken = await openToken(config.dataDir, "console-token", runtime);
  const metricsToken = await openToken(config.dataDir, "metrics-token", runtime);
  const services = createServices({
    config,
    runtime,
    logs,
    database,
    health,
    masterKey,
    consoleToken,
    metricsToken,
    version,
    resolve,
    addresses,
    restartFault,
    passwordCost: options.passwordCost,
  });
  // Ends window logins of earlier processes.
  if (options.isReopened !== true) services.logins.endWindows();
  const checkpoints = startCheckpoints({
    database,
    file: path.join(config.dataDir, DATABASE_FILE),
    commits: services.commits,
    log,
  });
  const bodyBudget = createBodyBudget(clock);
  const publicServer = createPublicServer(services, { webDir, bodyBudget, isClosing: () => closing !== null });
  const consoleServer = createConsoleServer(services, { webDir, bodyBudget, restart });

  const openSandbox = async (projectId: string): Promise<SandboxSite> =>
    openSandboxSite({
      serviceUrl: () => addresses().url,
      credentials: () => {
        const project = services.projects.byId(projectId);
        const [apiSecret = "", ...formerSecrets] = services.projects.acceptedSecrets(project);
        return { apiKey: project.apiKey, apiSecret, formerSecrets };
      },
      dir: path.join(config.dataDir, "sandbox-site"),
      log,
      now: clock.now,
    });
  let sandbox: SandboxSite | null = null;

  const listenOn = async <T>(field: PortInUseFacts["field"], listen: () => Promise<T>): Promise<T> => {
    try {
      return await listen();
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === "EADDRINUSE" ? await portInUse(field, config) : error;
    }
  };

  const close = async () => {
    await removeRunningUrls(config.dataDir);
    services.shellView.close();
    services.holds.close();
    await Promise.all([
      services.keptBackups.close(),
      services.backups.close(),
      services.sender.close(ATTEMPT_GRACE_MS),
      services.housekeeper.close(),
      services.projectRemoval.close(),
      services.sealing.close(),
      services.titleFilling.close(),
      services.restoring.close(),
    ]);
    await services.notifications.close();
    services.presence.close();
    await Promise.all([
      publicServer.close(REQUEST_GRACE_MS),
      consoleServer.close(REQUEST_GRACE_MS),
      sandbox?.close(),
      services.fontInspection.close(),
    ]);
    await services.requests.close();
    await services.commits.settled();
    // Events of the last commits are delivered before the database closes.
    await nextTurn();
    await services.metrics.close();
    await services.replica.close();
    await checkpoints.close();
    stopWatching();
    closeDatabase();
  };

  return {
    async listen() {
      blockBriefly(database);
      await services.replica.start();
      await listenOn("port", () => publicServer.listen());
      await listenOn("console_port", () => consoleServer.listen());
      listening = { url: publicServer.url(), consoleUrl: consoleServer.url(), sandboxUrl: null };
      if (services.sandboxProject !== null && services.settings.get().sandbox_enabled) {
        const site = await openSandbox(services.sandboxProject);
        sandbox = site;
        const { host, port } = config.sandbox;
        listening = { ...listening, sandboxUrl: await listenOn("sandbox_port", () => site.listen(host, port)) };
      }
      const warning = consoleServer.startLine();
      if (warning !== null) log.warn(warning);
      log.info(`Galley ${version} listens at ${addresses().url}, its console at ${addresses().consoleUrl}.`);
      if (!services.replica.isFenced()) services.sender.start();
      services.holds.settle();
      services.housekeeper.start();
      services.projectRemoval.start();
      services.keptBackups.start();
      services.sealing.start();
      services.titleFilling.start();
      services.restoring.start();
      services.notifications.start();
      if (options.follower !== undefined) services.shellView.follow(options.follower);
      await writeRunningUrls(config.dataDir, addresses());
      return addresses();
    },
    consoleLink: (kind = "link") => consoleServer.oneTimeLink(kind),
    shell: services.shellView.shell,
    wake() {
      services.sender.resume();
      services.keptBackups.wake();
    },
    close: () => (closing ??= close()),
  };
}
