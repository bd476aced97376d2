/**
 * Under which names the console may be asked for. A web page that points a name of its own at this machine (DNS rebinding)
 * asks under that name, so only names that are known to be the console's are answered: loopback's, those of the machine
 * where the console listens for others, and what the setting `console_hosts` lists.
 */
import os from "node:os";
import type { AccessView } from "../../contracts/access-api.ts";
import { addressKind } from "../../outbound/address-kind.ts";
import type { Services } from "../../services.ts";

/** ms for which the machine's addresses are believed: networks come and go. */
const KEPT_MS = 10_000;
const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];
const EVERYWHERE = new Set(["0.0.0.0", "::"]);
/** Characters of a name that are repeated in a sentence. */
const MAX_SHOWN = 100;

export type ConsoleHosts = ReturnType<typeof createConsoleHosts>;

export function createConsoleHosts({
  config,
  settings,
  addresses,
  runtime,
}: Pick<Services, "config" | "settings" | "addresses" | "runtime">) {
  const listensOn = config.console.host;
  const isOpen = !isLoopback(listensOn);
  let machine = { names: new Set<string>(), until: 0 };

  const port = () => new URL(addresses().consoleUrl).port;
  const machineNames = (): Set<string> => {
    const now = runtime.clock.now();
    if (now >= machine.until) machine = { names: namesOfMachine(), until: now + KEPT_MS };
    return machine.names;
  };
  const ownNames = (): string[] => {
    const named = EVERYWHERE.has(listensOn) ? [] : [hostnameOf(listensOn)];
    return [...new Set([...LOOPBACK_NAMES, ...named, ...(isOpen ? machineNames() : [])])];
  };
  /** Where others find it: addresses before names. */
  const addressesOf = (): string[] => {
    const others = EVERYWHERE.has(listensOn) ? [...machineNames()] : [hostnameOf(listensOn)];
    return isOpen ? others.map((name) => `http://${name}:${port()}`) : [];
  };

  return {
    isOpen,
    /** Whether a `Host`, or what stands behind the scheme of an `Origin`, is the console. */
    isOwn(host: string | undefined): boolean {
      const url = host === undefined ? null : URL.parse(`http://${host}`);
      if (url === null || url.pathname !== "/" || url.search !== "" || url.username !== "") return false;
      const name = url.hostname.replace(/\.$/, "");
      if (url.port === port() && ownNames().includes(name)) return true;
      return settings.get().console_hosts.some((entry) => fits(entry, name, url.port, port()));
    },
    /** Why a name is refused, and how to have it let in. */
    refusal(host: string | undefined): string {
      const shown = JSON.stringify((host ?? "").slice(0, MAX_SHOWN));
      return `${shown} is not a name of this console. If it should be, add it to "Names of the console" in the settings under Access (the setting console_hosts), from http://127.0.0.1:${port()} on the machine that Galley runs on.`;
    },
    /** Whether the browser says that it runs on this machine. */
    isLocalName: (host: string | undefined): boolean =>
      LOOPBACK_NAMES.includes(URL.parse(`http://${host ?? ""}`)?.hostname ?? ""),
    view: (): AccessView => ({
      listens_on: listensOn,
      open: isOpen,
      addresses: [addresses().consoleUrl, ...addressesOf()],
      own_names: ownNames(),
    }),
    /**
     * One line for the start of a console that others reach, null for one that they do not.
     * @param hasPassword whether one is set
     */
    startLine(hasPassword: boolean): string | null {
      if (!isOpen) return null;
      const where = `The console is open to other machines at ${addressesOf()[0] ?? addresses().consoleUrl}`;
      return hasPassword
        ? `${where} and asks for its password; put a proxy with TLS before it (docs/operating.md).`
        : `${where}, without a password: only the console token and one-time links let in. Set a password in the settings under Access, and put a proxy with TLS before it (docs/operating.md).`;
    },
  };
}

export function isLoopback(host: string): boolean {
  return host === "localhost" || addressKind(host) === "loopback";
}

/** As a URL writes it: lower case, IPv6 in brackets. */
function hostnameOf(host: string): string {
  return URL.parse(`http://${host.includes(":") ? `[${host}]` : host}`)?.hostname ?? host;
}

function namesOfMachine(): Set<string> {
  const addresses = Object.values(os.networkInterfaces())
    .flatMap((some) => some ?? [])
    .filter(({ address, internal }) => !internal && !address.startsWith("fe80"))
    // IPv4 first: it is what people type.
    .sort((a, b) => a.family.localeCompare(b.family))
    .map(({ address }) => hostnameOf(address));
  const name = hostnameOf(os.hostname());
  return new Set([...addresses, name, ...(name.includes(".") ? [] : [`${name}.local`])]);
}

/** An entry without a port stands for those that addresses leave out (80, 443) and for the console's own. */
function fits(entry: string, name: string, port: string, ownPort: string): boolean {
  const url = URL.parse(`http://${entry}`);
  if (url === null || url.hostname.replace(/\.$/, "") !== name) return false;
  const named = /:(\d+)$/.exec(entry)?.[1];
  if (named === undefined) return ["", "443", ownPort].includes(port);
  return portNumber(named) === portNumber(port === "" ? "80" : port) || (port === "" && portNumber(named) === 443);
}

const portNumber = (text: string): number => Number.parseInt(text, 10);
