/**
 * The composition root: the only place that wires rooms to each other and to the outside.
 *
 * `openAppliance` opens the data folder; `listen` brings up the three listeners and starts the deliveries; `close` ends
 * them in order. It runs in Electron's main process and in plain Node alike.
 */
import dns from "node:dns";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { portTaken } from "./admin/network/ports.ts";
import { removeAddress, writeAddress } from "./admin/network/running-address.ts";
import type { Shell, ShellFollower } from "./admin/shell/shell-view.ts";
import { createConsoleServer } from "./api/console-server.ts";
import { createPublicServer } from "./api/public-server.ts";
import { finishRestore } from "./backup/staged-restore.ts";
import type { Addresses, Config } from "./config/config.ts";
import { ConfigError, PortTaken, type TakenPort } from "./core/errors.ts";
import type { Runtime } from "./core/runtime.ts";
import { createBodyBudget } from "./http/body-budget.ts";
import type { Listen } from "./http/listener.ts";
import { openConsoleToken } from "./logins/logins.ts";
import type { Resolver } from "./outbound/allowed-hosts.ts";
import { requireOwnKey } from "./projects/own-key.ts";
import { openSandboxSite, type SandboxSite } from "./sandbox/site.ts";
import { createServices } from "./services.ts";
import { startCheckpoints } from "./storage/checkpoints.ts";
import { openDataFolder } from "./storage/data-folder.ts";
import { blockBriefly, DATABASE_FILE, DatabaseRefused, openDatabase } from "./storage/database.ts";
import { createDatabaseHealth } from "./storage/database-health.ts";
import { type KeptLog, openKeptLog, sayTo } from "./storage/kept-log.ts";

/** What whoever starts the appliance provides. */
export interface ApplianceOptions {
  /** 32 bytes; seals the secrets of the data folder. */
  masterKey: Buffer;
  /** Folder of the built pages, with `editor/` and `console/`. */
  webDir: string;
  version: string;
  /** The log of this data folder, which `runtime.log` writes to; opened here where it is not handed in. */
  logs?: KeptLog;
  /** Closes this appliance and opens another, so that a restore or a changed network takes effect; without it, the admin does. */
  restart?: () => void;
  /** Whether this process had one open before: then its window stays logged in, else no window is. */
  isAnew?: boolean;
  /** Why the last restart went back to the network of before, in a sentence. */
  restartFault?: string | null;
  /** Who shows outside the console how it stands. Told by each appliance that comes up with these options. */
  follower?: ShellFollower;
  /** Resolves callback hosts; the system's unless told otherwise. */
  resolve?: Resolver;
}

export interface Appliance {
  /** Brings up the listeners and starts the deliveries. @throws PortTaken; ConfigError where a place is not to be had */
  listen(): Promise<Addresses>;
  /** A link that logs one browser into the console, once; or the desktop app's own window, for as long as that runs. */
  consoleLink(kind?: "link" | "window"): string;
  /** What is shown of it outside the console, and can be done there. Of the one that runs now: not to be kept. */
  readonly shell: Shell;
  /** The machine was asleep: what became due meanwhile goes out. */
  wake(): void;
  /** Refuses new work, lets attempts and requests under way finish, closes the database. Once, however often called. */
  close(): Promise<void>;
}

const ATTEMPT_GRACE_MS = 10_000;
const REQUEST_GRACE_MS = 2_000;

/** @throws DatabaseRefused when the data folder is in use, newer, or not of this key */
export async function openAppliance(config: Config, given: Runtime, options: ApplianceOptions): Promise<Appliance> {
  openDataFolder(config.dataDir);
  const logs = options.logs ?? openKeptLog(config.dataDir, sayTo(given.log));
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
  const stopSeeing = logs.subscribe((_entry, error) => health.see(error));
  // Left by a crash, it would lead whoever asks for the running Galley, with the token, to whoever has its port by now.
  await removeAddress(config.dataDir);
  let closing: Promise<void> | null = null;
  let listening: Addresses | null = null;
  const addresses = () => {
    if (listening === null) throw new Error("The appliance is not listening yet.");
    return listening;
  };
  const consoleToken = await openConsoleToken(config.dataDir, runtime);
  const services = createServices({
    config,
    runtime,
    logs,
    database,
    health,
    masterKey,
    consoleToken,
    version,
    resolve,
    addresses,
    restartFault,
  });
  // What the window of an earlier process left on the disk opens nothing, also where there is no window now.
  if (options.isAnew !== true) services.logins.endOfKind("window", null);
  const checkpoints = startCheckpoints({
    database,
    file: path.join(config.dataDir, DATABASE_FILE),
    commits: services.commits,
    log,
  });
  const bodyBudget = createBodyBudget(clock);
  const publicServer = createPublicServer(services, { webDir, bodyBudget, isClosing: () => closing !== null });
  const consoleServer = createConsoleServer(services, { webDir, bodyBudget, restart });

  // Sample site
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
      room: { open: (turnAway) => bodyBudget.open({ network: "callbacks", origin: "stranger" }, turnAway) },
    });
  let sandbox: SandboxSite | null = null;

  const listenOn = async <T>(field: TakenPort["field"], listen: () => Promise<T>): Promise<T> => {
    try {
      return await listen();
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === "EADDRINUSE" ? await portTaken(field, config) : error;
    }
  };

  const close = async () => {
    await removeAddress(config.dataDir);
    services.shellView.close();
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
    await services.commits.settled();
    // What the last commits have to tell is told before the database is gone.
    await nextTurn();
    await checkpoints.close();
    stopSeeing();
    closeDatabase();
  };

  return {
    async listen() {
      blockBriefly(database);
      await listenOn("port", () => publicServer.listen());
      await listenOn("console_port", () => consoleServer.listen());
      listening = { url: publicServer.url(), consoleUrl: consoleServer.url(), sandboxUrl: null };
      if (services.sandboxProject !== null && services.settings.get().sandbox_enabled) {
        const site = await openSandbox(services.sandboxProject);
        sandbox = site;
        const { host, port } = config.sandbox;
        listening = { ...listening, sandboxUrl: await listenOn("sandbox_port", () => site.listen(host, port)) };
      }
      const said = consoleServer.startLine();
      if (said !== null) log.warn(said);
      log.info(`Galley ${version} listens at ${addresses().url}, its console at ${addresses().consoleUrl}.`);
      services.sender.start();
      services.deliveries.followPause();
      services.housekeeper.start();
      services.projectRemoval.start();
      services.keptBackups.start();
      services.sealing.start();
      services.titleFilling.start();
      services.restoring.start();
      services.notifications.start();
      if (options.follower !== undefined) services.shellView.follow(options.follower);
      await writeAddress(config.dataDir, addresses());
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

// An appliance that comes up anew by itself where it was: with restored data, or with what `config.json` says by now.

/** What follows the appliance when it restarts. */
export interface Followers {
  /** Told when the appliance could not come up again: it is closed then, and the process has nothing to do. */
  onFault(error: unknown): void;
  /** Told after each restart where it is now. */
  onRestart?(addresses: Addresses): void;
  /**
   * Asked at the start where else to listen; null: nowhere, so the start fails with that error. After a restart nobody is
   * asked: the network of before stays.
   */
  onPortTaken?(error: PortTaken, config: Config): Promise<Config | null>;
}

export interface RestartingAppliance extends Appliance {
  /**
   * Closes, and lets `work` have the data folder. Where that throws, the appliance comes up again before the error goes on;
   * otherwise it stays closed, for the folder's data is elsewhere.
   */
  lendFolder(work: () => Promise<void>): Promise<void>;
  /** Resolves once no restart is under way: what is asked of `shell` then finds an appliance that is open. Never rejects. */
  settled(): Promise<void>;
}

/** @throws as openAppliance */
export async function openRestartingAppliance(
  config: Config,
  runtime: Runtime,
  options: Omit<ApplianceOptions, "restart" | "restartFault" | "isAnew">,
  { onFault, onRestart, onPortTaken }: Followers,
): Promise<RestartingAppliance> {
  let at = config;
  let closing: Promise<void> | null = null;
  let restarting: Promise<void> = Promise.resolve();

  let isRestarting = false;
  const restart = () => {
    // Whoever asks meanwhile gets what this one brings.
    if (isRestarting) return;
    isRestarting = true;
    restarting = restarting
      .then(comeUpAnew)
      .catch(onFault)
      .finally(() => {
        isRestarting = false;
      });
  };
  let isAnew = false;
  const open = async (where: Config, restartFault: string | null) => {
    const opened = await openAppliance(where, runtime, { ...options, restart, restartFault, isAnew });
    isAnew = true;
    return opened;
  };
  const listen = async (where: Config, fault: string | null): Promise<Addresses> => {
    current = await open(where, fault);
    const addresses = await current.listen();
    at = samePorts(where, addresses);
    return addresses;
  };
  const comeUpAnew = async () => {
    if (closing !== null) return;
    runtime.log.info("Restarting.");
    await current.close();
    const addresses = await listenAnew();
    runtime.log.info(`Galley is back at ${addresses.url}, its console at ${addresses.consoleUrl}.`);
    onRestart?.(addresses);
  };
  /** Nobody is at the machine to mend a wrong address: where the new network cannot be, the one of before stays. */
  const listenAnew = async (): Promise<Addresses> => {
    try {
      return await listen(withKnownPorts(at.reread(), at), null);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      runtime.log.error(
        `Galley could not come up with the changed network and goes on with the one before. ${error.message}`,
      );
      await current.close();
      return listen(at, error.message);
    }
  };

  const listenWhereFree = async (where: Config): Promise<Addresses> => {
    try {
      const addresses = await current.listen();
      at = samePorts(where, addresses);
      return addresses;
    } catch (error) {
      const other = error instanceof PortTaken ? await onPortTaken?.(error, where) : null;
      if (other === undefined || other === null || closing !== null) throw error;
      await current.close();
      current = await open(other, null);
      return listenWhereFree(other);
    }
  };

  let current = await open(at, null);
  return {
    listen: () => listenWhereFree(config),
    consoleLink: (kind) => current.consoleLink(kind),
    get shell() {
      return current.shell;
    },
    wake: () => current.wake(),
    lendFolder(work) {
      const lent = restarting.then(async () => {
        try {
          await current.close();
          await work();
        } catch (error) {
          await comeUpAnew().catch(onFault);
          throw error;
        }
      });
      restarting = lent.catch(() => undefined);
      return lent;
    },
    settled: () => restarting,
    close: () => (closing ??= restarting.then(() => current.close())),
  };
}

/** Who has the page open finds the appliance again under its old address, also where any free port would have done. */
function samePorts(config: Config, { url, consoleUrl, sandboxUrl }: Addresses): Config {
  const port = (address: string) => Number(new URL(address).port);
  return {
    ...config,
    public: { ...config.public, port: port(url) },
    console: { ...config.console, port: port(consoleUrl) },
    sandbox: sandboxUrl === null ? config.sandbox : { ...config.sandbox, port: port(sandboxUrl) },
  };
}

/** Where any free port would do, the one that was found. */
function withKnownPorts(next: Config, at: Config): Config {
  const known = (listen: Listen, before: Listen): Listen =>
    listen.port === 0 ? { ...listen, port: before.port } : listen;
  return {
    ...next,
    public: known(next.public, at.public),
    console: known(next.console, at.console),
    sandbox: known(next.sandbox, at.sandbox),
  };
}

// What `--json` prints, headless and on the desktop alike.

export interface Ready {
  addresses: Addresses;
  /** Logs in once. */
  consoleLink: string;
  dataDir: string;
  version: string;
}

/** One line of JSON with its line end: the first on stdout, once every listener is up. */
export function readyLine({ addresses, consoleLink, dataDir, version }: Ready): string {
  const ready = {
    event: "ready",
    url: addresses.url,
    console_url: addresses.consoleUrl,
    console_link: consoleLink,
    sandbox_url: addresses.sandboxUrl,
    data_dir: dataDir,
    version,
  };
  return `${JSON.stringify(ready)}\n`;
}
