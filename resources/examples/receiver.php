<?php
// A complete receiver for Galley (PHP 8.1 or newer, with the zip extension). To try it out, start it with
//   mkdir -p public && php -S 127.0.0.1:8080 -t public receiver.php      (API_KEY and API_SECRET in the environment)
// On your server, callback_url is the URL of this file. Do not serve the folder "private".
ini_set('display_errors', 'stderr'); // a warning before the JSON would break the response
set_time_limit(170);

define('API_KEY', getenv('API_KEY'));
define('SITE', getenv('SITE_URL') ?: 'http://' . $_SERVER['HTTP_HOST']); // public URL of the folder "public"
const PUBLIC_FOLDER = __DIR__ . '/public';
const PRIVATE_FOLDER = __DIR__ . '/private';
const NAME = '[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?'; // no slash, no leading dot: safe as a file name and in a URL
const MAX_BYTES = 4_000_000_000; // of an unpacked archive
const JSON_UNCHANGED = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION | JSON_THROW_ON_ERROR;

function sign(string $material_id, string $url, string $secret): string {
    return hash_hmac('sha256', "$material_id:$url", $secret);
}

function respond(int $status, array $body): never {
    http_response_code($status);
    header('Content-Type: application/json');
    exit(json_encode($body, JSON_UNCHANGED));
}

function make_folder(string $folder): void {
    if (!is_dir($folder) && !@mkdir($folder, 0755, true) && !is_dir($folder)) throw new Exception("Cannot create $folder");
}

/**
 * Writes a file atomically and flushes it to the disk.
 * $source: a text or a stream. $crc: the checksum that the file must have
 */
function store(string $path, mixed $source, ?int $crc = null): void {
    make_folder(dirname($path));
    $temporary = dirname($path) . '/.' . bin2hex(random_bytes(8));
    try {
        $file = fopen($temporary, 'x');
        $bytes = is_string($source) ? fwrite($file, $source) : stream_copy_to_stream($source, $file);
        if ($bytes === false || !fflush($file) || !fsync($file)) throw new Exception("Cannot write $path");
        fclose($file);
        if (hexdec(hash_file('crc32b', $temporary)) !== ($crc ?? crc32($source))) throw new Exception("$path is damaged");
        if (!rename($temporary, $path)) throw new Exception("Cannot replace $path");
    } finally {
        if (file_exists($temporary)) unlink($temporary);
    }
}

/** Downloads the archive and stores its files. Returns its texts with public URLs, and the URLs. */
function unpack_archive(object $body, string $inside, string $folder): array {
    make_folder(PRIVATE_FOLDER);
    $file = tempnam(PRIVATE_FOLDER, 'zip');
    $archive = new ZipArchive();
    try {
        $query = http_build_query(['api_key' => API_KEY, 'material_id' => $body->material_id]);
        $signature = sign($body->material_id, $body->content_url, getenv('API_SECRET')); // over content_url without the query
        $http = stream_context_create(['http' => ['header' => "X-Service-Signature: $signature", 'timeout' => 60]]);
        if (!copy("$body->content_url?$query", $file, $http)) throw new Exception('The archive cannot be downloaded');
        if ($archive->open($file, ZipArchive::CHECKCONS) !== true) throw new Exception('The archive is damaged');
        $texts = $urls = [];
        for ($index = 0, $total = 0; $index < $archive->numFiles; $index++) {
            ['name' => $entry, 'size' => $size, 'crc' => $crc] = $archive->statIndex($index);
            if (($total += $size) > MAX_BYTES) throw new Exception('The archive is too large');
            if (!str_starts_with($entry, $inside)) {
                $texts[$entry] = $archive->getFromIndex($index);
                continue;
            }
            $name = substr($entry, strlen($inside));
            if (!preg_match('/^' . NAME . '$/D', $name)) throw new Exception("The archive has an invalid entry $entry");
            store(PUBLIC_FOLDER . "/$folder/$name", $archive->getStreamIndex($index), $crc);
            $urls[$name] = SITE . "/$folder/$name";
        }
    } finally {
        @$archive->close();
        unlink($file);
    }
    $replace = fn ($text) => preg_replace_callback('/dummy-(' . NAME . ')/', fn ($found) => $urls[$found[1]] ?? $found[0], $text);
    return [array_map($replace, $texts), $urls];
}

function article_saved(object $body): array {
    $id = $body->material_id;
    // Replace this with your own check that the article exists.
    if (!preg_match('/^[\w-]{1,64}$/D', $id)) return ['rc' => 0, 'rm' => 'There is no such article.'];
    [$texts, $urls] = unpack_archive($body, 'vms_media/', "articles/$id");
    $state = json_decode($texts['vms_json.json'], flags: JSON_THROW_ON_ERROR); // as objects: an empty {} must not become []
    $state->assets ??= new stdClass();
    foreach ($urls as $name => $url) {
        $state->assets->{$name} ??= new stdClass();
        $state->assets->{$name}->clientUrl = $url;
    }
    // The state may contain internal data, and metadata_json.json has the author's e-mail and IP: never publish them.
    store(PRIVATE_FOLDER . "/$id.json", json_encode($state, JSON_UNCHANGED));
    $fonts = '<link rel="stylesheet" href="/fonts/vms_fonts.css">';
    store(PUBLIC_FOLDER . "/articles/$id/index.html", '<!doctype html><meta charset="utf-8">' . $fonts . $texts['vms_html.html']);
    return ['rc' => 1, 'rm' => 'ok', 'data' => ['vms_json' => $state]];
}

function site_fonts_updated(object $body): array {
    [$texts] = unpack_archive($body, 'vms_fonts/', 'fonts');
    store(PUBLIC_FOLDER . '/fonts/vms_fonts.css', $texts['vms_fonts.css']);
    $tree = str_replace('dummy-vms_fonts.css', SITE . '/fonts/vms_fonts.css', $texts['vms_fonts.json']);
    return ['rc' => 1, 'rm' => 'ok', 'data' => ['fonts' => json_decode($tree)]];
}

if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    if (PHP_SAPI === 'cli-server') return false; // PHP's built-in server serves "public"
    respond(405, ['detail' => 'Callbacks are sent with POST']);
}
try {
    $body = json_decode(file_get_contents('php://input'), flags: JSON_THROW_ON_ERROR);
    $given = $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '';
    // FORMER_API_SECRET: only during a rotation.
    $secrets = array_filter([getenv('API_SECRET'), getenv('FORMER_API_SECRET')]);
    $right = array_filter($secrets, fn ($secret) => hash_equals(sign($body->material_id, $body->content_url, $secret), $given));
    if ($right === []) respond(403, ['detail' => 'Invalid signature']); // no rc: Galley retries until the secrets match
    make_folder(PRIVATE_FOLDER);
    flock($lock = fopen(PRIVATE_FOLDER . '/lock', 'c'), LOCK_EX); // callbacks of one article must run in order
    respond(200, match ($body->event) {
        'article_saved' => article_saved($body),
        'site_fonts_updated' => site_fonts_updated($body),
        default => ['rc' => 0, 'rm' => "Unknown event $body->event"],
    });
} catch (Throwable $error) {
    error_log($error);
    respond(500, ['detail' => $error->getMessage()]); // no rc: Galley retries later
}
