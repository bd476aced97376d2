import hashlib, hmac, json, os, sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

material_id, callback_url = "article-1", os.environ["CALLBACK_URL"]
signature = hmac.new(os.environ["API_SECRET"].encode(), f"{material_id}:{callback_url}".encode(), hashlib.sha256).hexdigest()

request = Request(
    os.environ["GALLEY_URL"] + "/integration/session/open",
    data=json.dumps({
        "api_key": os.environ["API_KEY"],
        "material_id": material_id,
        "callback_url": callback_url,
    }).encode(),
    headers={"Content-Type": "application/json", "X-Service-Signature": signature},
)
try:
    print(urlopen(request).read().decode())
except HTTPError as error:
    sys.exit(error.read().decode())
