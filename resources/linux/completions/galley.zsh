#compdef galley
_galley() {
  local -a commands
  commands=(
    'serve:the service without a window'
    'status:whether Galley runs and all is well, for monitors'
    'backup:make a backup, also while Galley runs'
    'restore:check a backup and replace a data folder with it'
    'replica:state of the copy on a second machine; replica drill tests it'
    'standby:follow a replica on the second machine'
    'take-over:continue from a replica on the second machine'
    'doctor:check the installation and say what to fix'
    'support-bundle:write a ZIP for support, without secrets and articles'
    'console-link:print a link that logs one browser into the console'
    'add-project:create a project; prints its key and secret'
    'admin:accounts of the console\: add, list, remove, reset'
    'completion:print the completion of commands and flags for a shell'
    'version:print the version'
    'help:help for one command'
  )
  if [[ $words[2] == -* ]]; then
    _arguments '--headless[no window]' '--data-dir[all stored data; a folder of Galleys own]:DIR:_files -/' '--host[where the service listens (127.0.0.1)]:HOST:' '--port[its port (8420); 0 takes any free port]:PORT:' '--public-url[the URL for sites and browsers, https\://galley.example.org]:URL:' '--trusted-proxies[IP addresses whose X-Forwarded-For is trusted, and ranges]:LIST:' '--console-host[where the console listens (127.0.0.1)]:HOST:' '--console-port[its port (8421)]:PORT:' '--sandbox-port[port of the sample site (8422)]:PORT:' '--replica[where a copy of all data goes\: a folder, sftp\://, s3\:// or rclone\:]:TARGET:' '--json[one line of JSON on stdout when ready]' '--log-format[of the log on stderr (text)]:text|json:(text json)' '--help[help]' '--version[the version]'
    return
  fi
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
    serve) _arguments '--headless[no window]' '--data-dir[all stored data; a folder of Galleys own]:DIR:_files -/' '--host[where the service listens (127.0.0.1)]:HOST:' '--port[its port (8420); 0 takes any free port]:PORT:' '--public-url[the URL for sites and browsers, https\://galley.example.org]:URL:' '--trusted-proxies[IP addresses whose X-Forwarded-For is trusted, and ranges]:LIST:' '--console-host[where the console listens (127.0.0.1)]:HOST:' '--console-port[its port (8421)]:PORT:' '--sandbox-port[port of the sample site (8422)]:PORT:' '--replica[where a copy of all data goes\: a folder, sftp\://, s3\:// or rclone\:]:TARGET:' '--json[one line of JSON on stdout when ready]' '--log-format[of the log on stderr (text)]:text|json:(text json)' ;;
    status) _arguments '--data-dir[the data folder; by default the one that Galley uses without this flag]:DIR:_files -/' '--max-backup-age[an older backup is a problem, as is none; by default only a scheduled backup that is overdue by a day]:DAYS:' '--json[one document\: state (ok, problem), problems with code and detail, and the facts]' ;;
    backup) _arguments '--data-dir[the data folder; by default the one that Galley uses without this flag]:DIR:_files -/' '--passphrase-file[its first line is the passphrase that seals the secrets; without it, the backup has none]:FILE:_files' '--force[replaces an older backup of that name]' '1:FILE:_files' ;;
    restore) _arguments '--data-dir[the folder that is replaced; required without --check]:DIR:_files -/' '--passphrase-file[its first line is the passphrase that the backup was made with]:FILE:_files' '--new-secrets[restores without the secrets, where the passphrase is lost]' '--check[reads the backup from its first byte to its last and changes nothing]' '1:FILE:_files' ;;
    replica) _arguments '--data-dir[the data folder; by default the one that Galley uses without this flag]:DIR:_files -/' '--json[one line of JSON, as GET /api/replica of the console answers]' '1:status|drill:(status drill)' ;;
    standby) _arguments '--headless[no window]' '--data-dir[the data folder of this machine; empty at first]:DIR:_files -/' '--host[where the service listens (127.0.0.1)]:HOST:' '--port[its port (8420); 0 takes any free port]:PORT:' '--public-url[the URL for sites and browsers, https\://galley.example.org]:URL:' '--trusted-proxies[IP addresses whose X-Forwarded-For is trusted, and ranges]:LIST:' '--console-host[where the console listens (127.0.0.1)]:HOST:' '--console-port[its port (8421)]:PORT:' '--sandbox-port[port of the sample site (8422)]:PORT:' '--replica[where a copy of all data goes\: a folder, sftp\://, s3\:// or rclone\:]:TARGET:' '--json[one line of JSON on stdout when ready]' '--log-format[of the log on stderr (text)]:text|json:(text json)' '--from[the replica\: a folder, sftp\://, s3\:// or rclone\:]:TARGET:' ;;
    take-over) _arguments '--from[the replica\: a folder, sftp\://, s3\:// or rclone\:]:TARGET:' '--data-dir[the data folder of this machine; empty, or of a standby]:DIR:_files -/' '--passphrase-file[its first line is the passphrase that seals the key in the replica]:FILE:_files' '--key-file[a copy of the first machines secret.key, instead of the passphrase]:FILE:_files' '--yes[does not ask]' ;;
    doctor) _arguments '--headless[no window]' '--data-dir[all stored data; a folder of Galleys own]:DIR:_files -/' '--host[where the service listens (127.0.0.1)]:HOST:' '--port[its port (8420); 0 takes any free port]:PORT:' '--public-url[the URL for sites and browsers, https\://galley.example.org]:URL:' '--trusted-proxies[IP addresses whose X-Forwarded-For is trusted, and ranges]:LIST:' '--console-host[where the console listens (127.0.0.1)]:HOST:' '--console-port[its port (8421)]:PORT:' '--sandbox-port[port of the sample site (8422)]:PORT:' '--replica[where a copy of all data goes\: a folder, sftp\://, s3\:// or rclone\:]:TARGET:' '--json[one document with "galley", "data_dir", "made_at", "verdict" and "steps"; verdicts are ok, skipped, warning, problem]' '--log-format[of the log on stderr (text)]:text|json:(text json)' ;;
    support-bundle) _arguments '--data-dir[the data folder; by default the one that Galley uses without this flag]:DIR:_files -/' '1:FILE:_files' ;;
    console-link) _arguments '--data-dir[the data folder; by default the one that Galley uses without this flag]:DIR:_files -/' '--json[{"console_link", "expires_at", "data_dir"} in one line]' ;;
    add-project) _arguments '--name[the sites name]:NAME:' '--environment[dev allows callbacks to this machine as well, prod only to allowed hosts]:dev|prod:(dev prod)' '*--allowed-host[where callbacks may go\: name or *.name, perhaps with \:port]:HOST:' '--data-dir[the data folder; by default the one that Galley uses without this flag]:DIR:_files -/' '--json[{"id", "name", "environment", "api_key", "api_secret", "allowed_hosts", "service_url"} in one line]' ;;
    admin) _arguments '--name[the persons name]:NAME:' '--email[the e-mail address that the person logs in with]:EMAIL:' '--role[viewer reads, operator also resends and publishes fonts, admin may do everything]:viewer|operator|admin:(viewer operator admin)' '--data-dir[the data folder; by default the one that Galley uses without this flag]:DIR:_files -/' '--json[one line\: {"id", "name", "email", "role", "link", "expires_at"}, or {"admins"}]' '1:add|list|remove|reset-password:(add list remove reset-password)' ;;
    completion) _arguments '1:bash|zsh|fish:(bash zsh fish)' ;;
    version) _arguments  ;;
    help) _describe command commands ;;
  esac
}
# Loaded by zsh, or sourced.
if [[ $funcstack[1] == _galley ]]; then _galley "$@"; else compdef _galley galley; fi
