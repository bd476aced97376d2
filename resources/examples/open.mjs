import { createHmac } from "node:crypto";

const { GALLEY_URL, API_KEY, API_SECRET, CALLBACK_URL } = process.env;
const materialId = "article-1";
const signature = createHmac("sha256", API_SECRET).update(`${materialId}:${CALLBACK_URL}`).digest("hex");

const response = await fetch(`${GALLEY_URL}/integration/session/open`, {
  method: "POST",
  headers: { "Content-Type": "application/json", "X-Service-Signature": signature },
  body: JSON.stringify({ api_key: API_KEY, material_id: materialId, callback_url: CALLBACK_URL }),
});
console.log(await response.text());
if (!response.ok) process.exit(1);
