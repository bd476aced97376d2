material_id='article-1'
signature=$(printf '%s' "$material_id:$CALLBACK_URL" \
  | openssl dgst -sha256 -hmac "$API_SECRET" -r | cut -d ' ' -f 1)
curl -sS --fail-with-body "$GALLEY_URL/integration/session/open" \
  -H 'Content-Type: application/json' \
  -H "X-Service-Signature: $signature" \
  -d '{"api_key": "'"$API_KEY"'", "material_id": "'"$material_id"'", "callback_url": "'"$CALLBACK_URL"'"}'
