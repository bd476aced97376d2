"""A complete receiver for Galley. Start it with: python3 receiver.py (API_KEY and API_SECRET in the environment)."""
import hashlib, hmac, json, os, re, secrets, shutil, tempfile, threading, traceback, zipfile
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import Request, urlopen

KEY, SECRET, PORT = os.environ["API_KEY"], os.environ["API_SECRET"], int(os.environ.get("PORT", 8080))
FORMER = os.environ.get("FORMER_API_SECRET")  # only during a rotation
SITE = os.environ.get("SITE_URL", f"http://127.0.0.1:{PORT}")  # public URL of the folder "public"
PUBLIC, PRIVATE = Path("public").resolve(), Path("private").resolve()
NAME = r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?"  # no slash, no leading dot: safe as a file name and in a URL
MAX_BYTES = 4_000_000_000  # of an unpacked archive
ONE_AT_A_TIME = threading.Lock()  # callbacks of one article must run in order

def sign(material_id, url, secret=SECRET):
    return hmac.new(secret.encode(), f"{material_id}:{url}".encode(), hashlib.sha256).hexdigest()

def store(path, source):
    """Writes a file atomically and flushes it to the disk."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{secrets.token_hex(8)}")
    try:
        with open(temporary, "xb") as file:
            shutil.copyfileobj(source, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)

def unpack(body, inside, folder):
    """Downloads the archive and stores its files. Returns its texts with public URLs, and the URLs."""
    material_id, content_url = body["material_id"], body["content_url"]
    query = urlencode({"api_key": KEY, "material_id": material_id})
    headers = {"X-Service-Signature": sign(material_id, content_url)}  # over content_url without the query
    texts, urls = {}, {}
    request = Request(f"{content_url}?{query}", headers=headers)
    with urlopen(request, timeout=60) as response, tempfile.TemporaryFile(dir=".") as file:
        shutil.copyfileobj(response, file)
        with zipfile.ZipFile(file) as archive:  # reading an entry checks its checksum
            if sum(entry.file_size for entry in archive.infolist()) > MAX_BYTES:
                raise ValueError("The archive is too large")
            for entry in archive.namelist():
                if not entry.startswith(inside):
                    texts[entry] = archive.read(entry).decode("utf-8")
                elif name := re.fullmatch(NAME, entry[len(inside):]):
                    with archive.open(entry) as source:
                        store(PUBLIC / folder / name[0], source)
                    urls[name[0]] = f"{SITE}/{folder}/{name[0]}"
                else:
                    raise ValueError(f"The archive has an invalid entry {entry}")
    replace = lambda text: re.sub(f"dummy-({NAME})", lambda found: urls.get(found[1], found[0]), text)
    return {name: replace(text) for name, text in texts.items()}, urls

def article_saved(body):
    material_id = body["material_id"]
    if not re.fullmatch(r"[\w-]{1,64}", material_id, re.ASCII):  # replace with your own check
        return {"rc": 0, "rm": "There is no such article."}
    texts, urls = unpack(body, "vms_media/", f"articles/{material_id}")
    state = json.loads(texts["vms_json.json"])
    assets = state["assets"] = dict(state.get("assets") or {})
    for name, url in urls.items():
        assets[name] = {**assets.get(name, {}), "clientUrl": url}
    # The state may contain internal data, and metadata_json.json has the author's e-mail and IP: never publish them.
    store(PRIVATE / f"{material_id}.json", BytesIO(json.dumps(state).encode()))
    page = f'<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/fonts/vms_fonts.css">{texts["vms_html.html"]}'
    store(PUBLIC / "articles" / material_id / "index.html", BytesIO(page.encode()))
    return {"rc": 1, "rm": "ok", "data": {"vms_json": state}}

def site_fonts_updated(body):
    texts, urls = unpack(body, "vms_fonts/", "fonts")
    store(PUBLIC / "fonts" / "vms_fonts.css", BytesIO(texts["vms_fonts.css"].encode()))
    tree = texts["vms_fonts.json"].replace("dummy-vms_fonts.css", f"{SITE}/fonts/vms_fonts.css")
    return {"rc": 1, "rm": "ok", "data": {"fonts": json.loads(tree)}}

EVENTS = {"article_saved": article_saved, "site_fonts_updated": site_fonts_updated}

class Site(SimpleHTTPRequestHandler):
    timeout = 30  # seconds without a byte

    def __init__(self, *args):
        super().__init__(*args, directory=PUBLIC)

    def do_POST(self):
        try:
            body = json.loads(self.rfile.read(min(int(self.headers["Content-Length"]), 10_000_000)))
            given = self.headers.get("X-Service-Signature", "").encode()
            right = [sign(body["material_id"], body["content_url"], each).encode() for each in (SECRET, FORMER) if each]
            if not any([hmac.compare_digest(given, each) for each in right]):
                return self.respond(403, {"detail": "Invalid signature"})  # no rc: Galley retries until the secrets match
            handler = EVENTS.get(body["event"])
            with ONE_AT_A_TIME:
                response = handler(body) if handler else {"rc": 0, "rm": f"Unknown event {body['event']}"}
            Path("last-callback.json").write_text(json.dumps(body, indent=2))  # for debugging; remove it
        except Exception as error:
            traceback.print_exc()
            return self.respond(500, {"detail": str(error)})  # no rc: Galley retries later
        self.respond(200, response)

    def respond(self, status, body):
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

if __name__ == "__main__":
    PUBLIC.mkdir(exist_ok=True)
    server = ThreadingHTTPServer(("127.0.0.1", PORT), Site)
    print(f"Waiting for callbacks on port {PORT}", flush=True)
    server.serve_forever()
