/**
 * Programs for an integrator, which run as they stand with a project's key: a signed open (contract 4.1, 5.2) and a first
 * receiver (4.4, 4.5). The secret comes from the environment and stands in none of them; they need nothing beside their
 * language.
 */
import type { ProjectView } from "../../../server/contracts/projects-api.ts";

export type SnippetLanguage = "curl" | "node" | "php" | "python";

export interface Snippet {
  /** "" where it is pasted into the shell. */
  fileName: string;
  /** What starts it; "" where it is pasted into the shell. */
  run: string;
  text: string;
}

/** Names of the languages, which are the same in every language of people. */
export const LANGUAGES: readonly { language: SnippetLanguage; name: string }[] = [
  { language: "curl", name: "curl" },
  { language: "node", name: "Node" },
  { language: "php", name: "PHP" },
  { language: "python", name: "Python" },
];

/** Asks for the secret without showing it. A line of its own: pasted with more, `read` would swallow the next line. */
export const SECRET_LINE = "read -rs GALLEY_SECRET && export GALLEY_SECRET";

type SnippetProject = Pick<ProjectView, "api_key" | "allowed_hosts" | "environment">;

/** Where the receiver of the programs is called: on the project's first host that is no wildcard. */
export function callbackUrlOf(project: SnippetProject): string {
  const host =
    project.allowed_hosts.find((entry) => !entry.startsWith("*")) ??
    (project.environment === "dev" ? "localhost:8080" : "cms.example.org");
  // Names of the open internet have certificates; addresses and this machine mostly do not.
  const scheme = /^(localhost\b|[\d.]+(:\d+)?$|\[)/.test(host) ? "http" : "https";
  return `${scheme}://${host}/galley-callback`;
}

/** @param publicUrl of the appliance, without trailing slash */
export function openSnippet(language: SnippetLanguage, project: SnippetProject, publicUrl: string): Snippet {
  const { fileName, run, open } = TEXTS[language];
  return { fileName: fileName("open"), run: run("open"), text: filled(open, project, publicUrl) };
}

/** Null for curl, which cannot be called back. */
export function receiverSnippet(language: SnippetLanguage, project: SnippetProject, publicUrl: string): Snippet | null {
  const { fileName, run, receive } = TEXTS[language];
  if (receive === "") return null;
  return { fileName: fileName("receive"), run: run("receive"), text: filled(receive, project, publicUrl) };
}

/** Hosts, keys and addresses hold no quotation marks. */
function filled(text: string, project: SnippetProject, publicUrl: string): string {
  return text
    .trim()
    .replaceAll("PUBLIC_URL", publicUrl)
    .replaceAll("API_KEY", project.api_key)
    .replaceAll("CALLBACK_URL", callbackUrlOf(project));
}

type Kind = "open" | "receive";

interface Texts {
  fileName: (kind: Kind) => string;
  run: (kind: Kind) => string;
  open: string;
  receive: string;
}

const TEXTS: Record<SnippetLanguage, Texts> = {
  curl: {
    fileName: () => "",
    run: () => "",
    open: String.raw`
material_id='article-1'
callback_url='CALLBACK_URL'
signature=$(printf '%s' "$material_id:$callback_url" \
  | openssl dgst -sha256 -hmac "$GALLEY_SECRET" -r | cut -d ' ' -f 1)
curl -sS 'PUBLIC_URL/integration/session/open' \
  -H 'Content-Type: application/json' \
  -H "X-Service-Signature: $signature" \
  -d '{"api_key": "API_KEY", "material_id": "'"$material_id"'", "callback_url": "'"$callback_url"'"}'
`,
    receive: "",
  },

  node: {
    fileName: (kind) => `galley-${kind}.mjs`,
    run: (kind) => `node galley-${kind}.mjs`,
    open: `
import { createHmac } from "node:crypto";

const materialId = "article-1";
const callbackUrl = "CALLBACK_URL";
const signature = createHmac("sha256", process.env.GALLEY_SECRET)
  .update(materialId + ":" + callbackUrl)
  .digest("hex");

const answer = await fetch("PUBLIC_URL/integration/session/open", {
  method: "POST",
  headers: { "Content-Type": "application/json", "X-Service-Signature": signature },
  body: JSON.stringify({ api_key: "API_KEY", material_id: materialId, callback_url: callbackUrl }),
});
console.log(await answer.text());
if (!answer.ok) process.exit(1);
`,
    receive: `
import { createHmac, timingSafeEqual } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";

const sign = (text) => createHmac("sha256", process.env.GALLEY_SECRET).update(text).digest("hex");

async function take(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { material_id, content_url, metadata } = JSON.parse(Buffer.concat(chunks).toString("utf8"));

  const signature = sign(material_id + ":" + content_url);
  const given = Buffer.from(String(request.headers["x-service-signature"]));
  if (given.length !== signature.length || !timingSafeEqual(given, Buffer.from(signature)))
    return [403, { rc: 0, rm: "Wrong signature" }];

  const query = new URLSearchParams({ api_key: "API_KEY", material_id });
  const archive = await fetch(content_url + "?" + query, { headers: { "X-Service-Signature": signature } });
  if (!archive.ok) return [500, { rc: 0, rm: "The archive was answered with " + archive.status }];
  await writeFile("galley-" + metadata.version_id + ".zip", Buffer.from(await archive.arrayBuffer()));

  // Now unpack it: publish each file of vms_media/, put its public URL in the place of dummy-<file name> in
  // vms_html.html and into assets[<file name>].clientUrl of vms_json.json, and answer that as data.vms_json.
  return [200, { rc: 1, rm: "ok", data: {} }];
}

const server = createServer(async (request, response) => {
  const [status, body] = await take(request).catch((error) => [500, { rc: 0, rm: String(error) }]);
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
});
server.listen(Number(process.env.PORT ?? 8080), () => console.log("Waiting on port " + server.address().port));
`,
  },

  php: {
    fileName: (kind) => `galley-${kind}.php`,
    run: (kind) => (kind === "open" ? "php galley-open.php" : "php -S localhost:8080 galley-receive.php"),
    open: String.raw`
<?php
$material_id = 'article-1';
$callback_url = 'CALLBACK_URL';
$signature = hash_hmac('sha256', $material_id . ':' . $callback_url, getenv('GALLEY_SECRET'));

$answer = file_get_contents('PUBLIC_URL/integration/session/open', false, stream_context_create(['http' => [
    'method' => 'POST',
    'header' => ['Content-Type: application/json', 'X-Service-Signature: ' . $signature],
    'content' => json_encode([
        'api_key' => 'API_KEY',
        'material_id' => $material_id,
        'callback_url' => $callback_url,
    ]),
    'ignore_errors' => true,
]]));
echo $answer, "\n";
exit(str_contains($http_response_header[0], ' 200 ') ? 0 : 1);
`,
    receive: `
<?php
function answer(int $status, array $body): never {
    http_response_code($status);
    header('Content-Type: application/json');
    exit(json_encode($body));
}

$callback = json_decode(file_get_contents('php://input'), true);
$signed = $callback['material_id'] . ':' . $callback['content_url'];
$signature = hash_hmac('sha256', $signed, getenv('GALLEY_SECRET'));
if (!hash_equals($signature, $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '')) {
    answer(403, ['rc' => 0, 'rm' => 'Wrong signature']);
}

$query = http_build_query(['api_key' => 'API_KEY', 'material_id' => $callback['material_id']]);
$archive = file_get_contents($callback['content_url'] . '?' . $query, false, stream_context_create(['http' => [
    'header' => ['X-Service-Signature: ' . $signature],
]]));
if ($archive === false) {
    answer(500, ['rc' => 0, 'rm' => 'The archive could not be downloaded']);
}
file_put_contents('galley-' . $callback['metadata']['version_id'] . '.zip', $archive);

// Now unpack it: publish each file of vms_media/, put its public URL in the place of dummy-<file name> in
// vms_html.html and into assets[<file name>].clientUrl of vms_json.json, and answer that as data.vms_json.
answer(200, ['rc' => 1, 'rm' => 'ok', 'data' => new stdClass()]);
`,
  },

  python: {
    fileName: (kind) => `galley_${kind}.py`,
    run: (kind) => `python3 galley_${kind}.py`,
    open: `
import hashlib, hmac, json, os, sys, urllib.error, urllib.request

material_id = "article-1"
callback_url = "CALLBACK_URL"
signature = hmac.new(
    os.environ["GALLEY_SECRET"].encode(), f"{material_id}:{callback_url}".encode(), hashlib.sha256
).hexdigest()

request = urllib.request.Request(
    "PUBLIC_URL/integration/session/open",
    data=json.dumps(
        {"api_key": "API_KEY", "material_id": material_id, "callback_url": callback_url}
    ).encode(),
    headers={"Content-Type": "application/json", "X-Service-Signature": signature},
)
try:
    print(urllib.request.urlopen(request).read().decode())
except urllib.error.HTTPError as error:
    sys.exit(error.read().decode())
`,
    receive: `
import hashlib, hmac, json, os, urllib.parse, urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def take(headers, body):
    callback = json.loads(body)
    material_id, content_url = callback["material_id"], callback["content_url"]
    signature = hmac.new(
        os.environ["GALLEY_SECRET"].encode(), f"{material_id}:{content_url}".encode(), hashlib.sha256
    ).hexdigest()
    if not hmac.compare_digest(signature.encode(), headers.get("X-Service-Signature", "").encode()):
        return 403, {"rc": 0, "rm": "Wrong signature"}

    query = urllib.parse.urlencode({"api_key": "API_KEY", "material_id": material_id})
    request = urllib.request.Request(f"{content_url}?{query}", headers={"X-Service-Signature": signature})
    with urllib.request.urlopen(request) as archive:
        with open(f"galley-{callback['metadata']['version_id']}.zip", "wb") as file:
            file.write(archive.read())

    # Now unpack it: publish each file of vms_media/, put its public URL in the place of dummy-<file name> in
    # vms_html.html and into assets[<file name>].clientUrl of vms_json.json, and answer that as data.vms_json.
    return 200, {"rc": 1, "rm": "ok", "data": {}}


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        try:
            status, answer = take(self.headers, body)
        except Exception as error:
            status, answer = 500, {"rc": 0, "rm": str(error)}
        text = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


server = ThreadingHTTPServer(("", int(os.environ.get("PORT", 8080))), Receiver)
print("Waiting on port", server.server_port, flush=True)
server.serve_forever()
`,
  },
};
