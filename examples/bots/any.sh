#!/bin/sh
# A bot for Undercut in plain POSIX shell: it plays any legal move that uses a card, or else the last one.
# Messages have no spaces between their parts and list the moves before the view: that is enough to take them apart.

while read -r line; do
    case $line in
    '{"type":"hello",'*)
        seed=${line#*'"seed":'}
        seed=${seed%%[!0-9]*}
        echo '{"type":"ready","name":"any","repeatable":true,"reusable":true}'
        ;;
    '{"type":"choose",'*)
        rest=${line%%',"view":'*}
        set --
        while [ "$rest" != "${rest#*'{"move":"'}" ]; do
            rest=${rest#*'{"move":"'}
            move=${rest%%'"'*}
            case ${rest%%'}'*} in
            *'"card":null'*) ;;
            *) set -- "$@" "$move" ;;
            esac
        done
        [ $# -gt 0 ] || set -- "$move"
        seed=$(((seed * 1103515245 + 12345) % 2147483648))
        shift $((seed / 65536 % $#))
        printf '{"move":"%s"}\n' "$1"
        ;;
    esac
done
