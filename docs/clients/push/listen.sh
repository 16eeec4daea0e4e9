#!/usr/bin/env bash
# Prints changes:  SVC=http://127.0.0.1:8080 TOKEN=… docs/clients/push/listen.sh
# When the stream breaks, it reconnects with the last id, and the server sends the changes that it missed.
set -u
id=
while true; do
  # The token is in standard input, because every user of the machine can read the arguments of a command.
  while IFS= read -r line; do
    line=${line%$'\r'}
    case $line in
      "id: "*) id=${line#id: } ;;
      "data: "*) printf '%s\n' "${line#data: }" ;;
    esac
  done < <(curl -sSfN -K - "$SVC/jmap/eventsource/?types=*&closeafter=no&ping=0" <<< "header = \"Authorization: Bearer $TOKEN\"
header = \"Last-Event-ID: $id\"")
  sleep 1
done
