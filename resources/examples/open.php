<?php
$material_id = 'article-1';
$callback_url = getenv('CALLBACK_URL');
$signature = hash_hmac('sha256', "$material_id:$callback_url", getenv('API_SECRET'));

$response = file_get_contents(getenv('GALLEY_URL') . '/integration/session/open', false, stream_context_create(['http' => [
    'method' => 'POST',
    'header' => ['Content-Type: application/json', "X-Service-Signature: $signature"],
    'content' => json_encode([
        'api_key' => getenv('API_KEY'),
        'material_id' => $material_id,
        'callback_url' => $callback_url,
    ]),
    'ignore_errors' => true,
]]));
echo $response, "\n";
exit(str_contains($http_response_header[0], ' 200 ') ? 0 : 1);
