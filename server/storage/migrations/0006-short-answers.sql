-- What sites answered was kept whole beside the attempt's stored answer, megabytes of it in each row: the beginning is
-- enough, and lists read these rows.
UPDATE deliveries SET site_message = substr(site_message, 1, 2000) WHERE octet_length(site_message) > 8000;
UPDATE deliveries SET facts = json_object(
    'host', substr(facts ->> '$.host', 1, 300), 'rc', facts ->> '$.rc', 'status', facts ->> '$.status',
    'rm', substr(facts ->> '$.rm', 1, 2000),
    'assets', (SELECT json_group_array(substr(value, 1, 200)) FROM (SELECT value FROM json_each(facts, '$.assets') LIMIT 20)))
  WHERE octet_length(facts) > 65536;
UPDATE attempts SET facts = json_object(
    'host', substr(facts ->> '$.host', 1, 300), 'rc', facts ->> '$.rc', 'status', facts ->> '$.status',
    'rm', substr(facts ->> '$.rm', 1, 2000),
    'assets', (SELECT json_group_array(substr(value, 1, 200)) FROM (SELECT value FROM json_each(facts, '$.assets') LIMIT 20)))
  WHERE octet_length(facts) > 65536;
