#!/bin/sh
# Links, and writes the number of objects to the file PARTS.
printf '%s\n' "$@" | grep -c '\.o$' > "$PARTS"
exec cc "$@"
