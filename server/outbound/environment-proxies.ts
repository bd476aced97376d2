/** Reads HTTP_PROXY, HTTPS_PROXY and NO_PROXY from the environment, in upper or lower case, like curl. Pure. */
import querystring from "node:querystring";
import { addressKind } from "./address-kind.ts";
import { hostName, portOf } from "./allowed-hosts.ts";

export interface EnvironmentProxies {
  /** Proxy for http URLs, with its credentials if any. */
  http: URL | null;
  https: URL | null;
  except: readonly string[];
}

export type ProxyFor = (url: URL) => URL | null;

export function readEnvironmentProxies(env: NodeJS.ProcessEnv): EnvironmentProxies {
  const read = (name: string) => env[name.toLowerCase()] || env[name] || "";
  return {
    http: proxyAt(read("HTTP_PROXY")),
    https: proxyAt(read("HTTPS_PROXY")),
    except: read("NO_PROXY")
      .toLowerCase()
      .split(/[\s,]+/)
      .filter((entry) => entry !== ""),
  };
}

/** Reads `proxy:3128` as an http URL. Ignores proxies of other protocols, which are not supported. */
function proxyAt(value: string): URL | null {
  const url = value === "" ? null : URL.parse(value.includes("://") ? value : `http://${value}`);
  return url?.protocol === "http:" ? url : null;
}

/** Finds the proxy for a URL; null for none. Loopback never uses a proxy. */
export function findProxy({ http, https, except }: EnvironmentProxies, url: URL): URL | null {
  const host = hostName(url);
  if (host === "localhost" || host.endsWith(".localhost") || addressKind(host) === "loopback") return null;
  if (except.some((entry) => matches(entry, host, portOf(url)))) return null;
  return url.protocol === "https:" ? https : http;
}

/** Names a proxy without its credentials: `http://proxy.example.org:3128`. */
export function proxyName(proxy: URL): string {
  return `${proxy.protocol}//${proxy.host}`;
}

function matches(entry: string, host: string, port: number): boolean {
  if (entry === "*") return true;
  const [, name = "", only] = /^(.*?)(?::(\d+))?$/.exec(entry.replace(/^\[(.*)\]/, "$1")) ?? [];
  const isSame = entry === host || ((only === undefined || Number(only) === port) && name === host);
  const suffix = `.${name.replace(/^\*?\./, "")}`;
  return isSame || ((only === undefined || Number(only) === port) && suffix !== "." && `.${host}`.endsWith(suffix));
}

/** Passwords in plain text, for masking them in the support bundle. */
export function proxySecrets({ http, https }: EnvironmentProxies): string[] {
  return [http, https].map((url) => querystring.unescape(url?.password ?? "")).filter((password) => password !== "");
}
