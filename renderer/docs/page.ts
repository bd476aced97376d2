/** The panel and plugin of the documentation page that sign requests; see server/api/integration/docs.ts. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

const SIGNATURE_HEADER = "X-Service-Signature";

function element<E extends HTMLElement>(id: string, kind: new () => E): E {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no #${id}.`);
  return found;
}

const secret = element("secret", HTMLInputElement);
const material = element("material", HTMLInputElement);
const address = element("address", HTMLInputElement);
const signed = element("signed", HTMLOutputElement);
const signature = element("signature", HTMLOutputElement);
const copy = element("copy", HTMLButtonElement);

/** `crypto.subtle` is missing on plain http beyond localhost, and it is asynchronous. */
const hmacSha256Hex = (key: string, text: string): string =>
  bytesToHex(hmac(sha256, utf8ToBytes(key), utf8ToBytes(text)));

/** Computes and shows the signature of the fields. @returns null without a secret */
function sign(): string | null {
  const text = `${material.value}:${address.value}`;
  const hex = secret.value === "" ? null : hmacSha256Hex(secret.value, text);
  signed.value = text;
  signature.value = hex ?? "Paste a secret first.";
  copy.disabled = hex === null;
  return hex;
}

for (const field of [secret, material, address]) field.addEventListener("input", sign);
copy.addEventListener("click", () => {
  const range = document.createRange();
  range.selectNodeContents(signature);
  getSelection()?.removeAllRanges();
  getSelection()?.addRange(range);
  // Over plain http there is no clipboard API; the user copies the selection.
  void (navigator.clipboard as Clipboard | undefined)?.writeText(signature.value);
});

type PathAndMethod = [path: string, method: string];

interface System {
  oas3Selectors: { requestBodyValue(path: string, method: string): string };
  specSelectors: { parameterValues(of: PathAndMethod): ParameterValues };
  specActions: {
    changeParam(of: PathAndMethod, name: string, place: string, value: string | null, isXml: boolean): void;
  };
}

interface ParameterValues {
  find(is: (value: string, key: string) => boolean): string | undefined;
}

interface Description {
  servers: { url: string }[];
}

/** The values that a request signs; null while they cannot be read. */
function signedParts(
  system: System,
  [path, method]: PathAndMethod,
  issuedBase: string,
): { material: string; address: string } | null {
  if (method === "post") {
    try {
      const body: { material_id?: string; callback_url?: string } = JSON.parse(
        system.oas3Selectors.requestBodyValue(path, method),
      );
      return { material: body.material_id ?? "", address: body.callback_url ?? "" };
    } catch {
      return null;
    }
  }
  const values = system.specSelectors.parameterValues([path, method]);
  const value = (place: string, name: string) => values.find((_, key) => key.startsWith(`${place}.${name}`)) ?? "";
  return {
    material: value("query", "material_id"),
    address: issuedBase + path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(value("path", name))),
  };
}

/** Requests go to the origin of this page, which may differ from the public URL. */
const here = new URL(".", location.href).href.replace(/\/$/, "");

function signingPlugin() {
  // content_urls are issued and signed with the public URL.
  let issuedBase = here;
  return {
    statePlugins: {
      spec: {
        wrapActions: {
          updateJsonSpec: (original: (description: Description) => unknown) => (description: Description) => {
            issuedBase = description.servers[0]?.url ?? here;
            return original({ ...description, servers: [{ url: here }] });
          },
          /** Fills in the signature before Swagger UI checks the required values. */
          validateParams:
            (original: (of: PathAndMethod, ...rest: unknown[]) => unknown, system: System) =>
            (of: PathAndMethod, ...rest: unknown[]) => {
              const parts = secret.value === "" ? null : signedParts(system, of, issuedBase);
              if (parts !== null) {
                material.value = parts.material;
                address.value = parts.address;
                system.specActions.changeParam(of, SIGNATURE_HEADER, "header", sign(), false);
              }
              return original(of, ...rest);
            },
        },
      },
    },
  };
}

declare global {
  interface Window {
    signingPlugin: typeof signingPlugin;
  }
}
window.signingPlugin = signingPlugin;

const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();
