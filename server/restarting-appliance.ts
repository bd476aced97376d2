/** An appliance that comes up anew by itself where it was, once a restore is to take the place of its data. */
import { type Addresses, type Appliance, type ApplianceParts, openAppliance } from "./appliance.ts";
import type { Config } from "./config.ts";
import type { Runtime } from "./core/runtime.ts";

/**
 * @param onFault told when the appliance could not come up again: it is closed then, and the process has nothing to do
 * @throws as openAppliance
 */
export async function openRestartingAppliance(
  config: Config,
  runtime: Runtime,
  parts: Omit<ApplianceParts, "restart">,
  onFault: (error: unknown) => void,
): Promise<Appliance> {
  let at = config;
  let closing: Promise<void> | null = null;
  let restarting: Promise<void> = Promise.resolve();

  const restart = () => {
    restarting = restarting.then(comeUpAnew).catch(onFault);
  };
  const open = () => openAppliance(at, runtime, { ...parts, restart });
  const comeUpAnew = async () => {
    if (closing !== null) return;
    runtime.log.info("Restarting, so that the restored data takes effect.");
    await current.close();
    current = await open();
    await current.listen();
    runtime.log.info("The restored data is in place. Deliveries are held until they are released.");
  };

  let current = await open();
  return {
    async listen() {
      const addresses = await current.listen();
      at = samePorts(config, addresses);
      return addresses;
    },
    consoleLink: (kind) => current.consoleLink(kind),
    wake: () => current.wake(),
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
