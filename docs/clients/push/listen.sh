#!/usr/bin/env bash
# Prints what changes:  SVC=http://127.0.0.1:8080 TOKEN=… docs/clients/push/listen.sh
# It comes again when the stream breaks off, with the last id, and is told what it missed.
set -u
id=
while true; do
  # By standard input: a command line shows the token to everybody on the machine.
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
