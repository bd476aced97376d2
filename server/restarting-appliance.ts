/** An appliance that restarts itself with restored data or changed network settings. */
import { type Appliance, type ApplianceOptions, openAppliance } from "./appliance.ts";
import type { Addresses, Config } from "./config/config.ts";
import type { Sentence } from "./contracts/sentences/index.ts";
import { ConfigError, PortInUse } from "./core/errors.ts";
import type { Runtime } from "./core/runtime.ts";
import type { Listen } from "./http/listener.ts";

export interface RestartObserver {
  /** The restart failed and the appliance is closed. */
  onFault(error: unknown): void;
  onRestart?(addresses: Addresses): void;
  /** Called at start. Returns a configuration with another port; null: the start fails. A restart keeps the previous settings. */
  onPortTaken?(error: PortInUse, config: Config): Promise<Config | null>;
}

export interface RestartingAppliance extends Appliance {
  /** Resolves when no restart is running, so that `shell` belongs to an open appliance. Never rejects. */
  settled(): Promise<void>;
}

export async function openRestartingAppliance(
  config: Config,
  runtime: Runtime,
  options: Omit<ApplianceOptions, "restart" | "restartFault" | "isReopened">,
  { onFault, onRestart, onPortTaken }: RestartObserver,
): Promise<RestartingAppliance> {
  let at = config;
  let listening: Addresses | null = null;
  let closing: Promise<void> | null = null;
  let restarting: Promise<void> = Promise.resolve();

  let isRestarting = false;
  const restart = () => {
    if (isRestarting) return;
    isRestarting = true;
    restarting = restarting
      .then(reopen)
      .catch(onFault)
      .finally(() => {
        isRestarting = false;
      });
  };
  let isReopened = false;
  const open = async (where: Config, restartFault: Sentence | null) => {
    const opened = await openAppliance(where, runtime, { ...options, restart, restartFault, isReopened });
    isReopened = true;
    return opened;
  };
  /** Listens, and remembers the ports for the next restart. */
  const listen = async (where: Config): Promise<Addresses> => {
    listening = await current.listen();
    at = withPorts(where, listening);
    return listening;
  };
  const reopen = async () => {
    if (closing !== null) return;
    runtime.log.info("Restarting.");
    await current.close();
    const addresses = await listenAgain();
    runtime.log.info(`Galley listens again at ${addresses.url}, its console at ${addresses.consoleUrl}.`);
    onRestart?.(addresses);
  };
  /** Falls back to the previous network settings, because the machine may be unattended. */
  const listenAgain = async (): Promise<Addresses> => {
    try {
      const next = at.reread();
      current = await open(listening === null ? next : withPorts(next, listening), null);
      return await listen(next);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      runtime.log.error(
        `Galley could not start with the changed network settings and keeps the previous ones. ${error.message}`,
      );
      await current.close();
      current = await open(at, error.sentence);
      return listen(at);
    }
  };

  const listenWhereFree = async (where: Config): Promise<Addresses> => {
    try {
      return await listen(where);
    } catch (error) {
      const other = error instanceof PortInUse ? await onPortTaken?.(error, where) : null;
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
    settled: () => restarting,
    close: () => (closing ??= restarting.then(() => current.close())),
  };
}

/** Replaces port 0 by the port in use, so that open pages find the appliance again after a restart. */
function withPorts(config: Config, { url, consoleUrl, sandboxUrl }: Addresses): Config {
  const at = (listen: Listen, address: string | null): Listen =>
    listen.port !== 0 || address === null ? listen : { ...listen, port: Number(new URL(address).port) };
  return {
    ...config,
    public: at(config.public, url),
    console: at(config.console, consoleUrl),
    sandbox: at(config.sandbox, sandboxUrl),
  };
}
