/** The documentation page: Swagger UI on our own description, and a panel that signs what it sends. */
import { hmacSha256Hex } from "./hmac.js";

const SIGNATURE_HEADER = "X-Service-Signature";
const byId = (id) => document.getElementById(id);
const fields = { secret: byId("secret"), material: byId("material"), address: byId("address") };

/** Shows the signature of what stands in the fields; returns it, or null without a secret. */
function sign() {
  const text = `${fields.material.value}:${fields.address.value}`;
  const signature = fields.secret.value === "" ? null : hmacSha256Hex(fields.secret.value, text);
  byId("signed").value = text;
  byId("signature").value = signature ?? "Paste a secret first.";
  byId("copy").disabled = signature === null;
  return signature;
}

for (const field of Object.values(fields)) field.addEventListener("input", sign);
byId("copy").addEventListener("click", async () => {
  const output = byId("signature");
  const range = document.createRange();
  range.selectNodeContents(output);
  getSelection()?.removeAllRanges();
  getSelection()?.addRange(range);
  // The clipboard API is missing where this page came over plain http; the selection can be copied by hand then.
  await navigator.clipboard?.writeText(output.value);
});

/** What a request of the page would have to sign; null while its values cannot be read. */
function signedParts(system, path, method, issuedBase) {
  if (method === "post") {
    try {
      const body = JSON.parse(system.oas3Selectors.requestBodyValue(path, method));
      return { material: body.material_id, address: body.callback_url };
    } catch {
      return null;
    }
  }
  const values = system.specSelectors.parameterValues([path, method]);
  const value = (place, name) => values.find((_, key) => key.startsWith(`${place}.${name}`)) ?? "";
  return {
    material: value("query", "material_id"),
    address: issuedBase + path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(value("path", name))),
  };
}

/** Fills the signature in right before Swagger UI looks whether every required value is there. */
const signing = (issuedBase) => () => ({
  statePlugins: {
    spec: {
      wrapActions: {
        validateParams:
          (original, system) =>
          (pathAndMethod, ...rest) => {
            const [path, method] = pathAndMethod;
            const parts = fields.secret.value === "" ? null : signedParts(system, path, method, issuedBase);
            if (parts !== null) {
              fields.material.value = parts.material ?? "";
              fields.address.value = parts.address ?? "";
              system.specActions.changeParam(pathAndMethod, SIGNATURE_HEADER, "header", sign(), false);
            }
            return original(pathAndMethod, ...rest);
          },
      },
    },
  },
});

async function start() {
  const answer = await fetch("openapi.json");
  if (!answer.ok) throw new Error(`openapi.json answered ${answer.status}`);
  const spec = await answer.json();
  // content_urls are issued, and so signed, with the service's public address; requests go to where this page came from.
  const issuedBase = spec.servers[0].url;
  spec.servers = [{ url: new URL(".", location.href).href.replace(/\/$/, "") }];
  window.SwaggerUIBundle({
    spec,
    dom_id: "#api",
    deepLinking: true,
    docExpansion: "list",
    defaultModelsExpandDepth: 0,
    validatorUrl: null,
    presets: [window.SwaggerUIBundle.presets.apis],
    plugins: [signing(issuedBase)],
    layout: "BaseLayout",
  });
}

const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();
start().catch((error) => {
  byId("api").textContent = `The description could not be loaded (${error.message}). Reload the page to try again.`;
});
