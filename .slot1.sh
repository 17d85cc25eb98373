source scripts/lib.sh
for round in 1 2 3 4 5 6; do
  swift build "${release_flags[@]}" --product cameo-providers > .slot1.log 2>&1
  rc=$?
  echo "round $round rc $rc $(date +%T)" >> .slot1.status
  [ $rc = 0 ] && break
  # wait for a corrected source: a file .go
  for i in $(seq 1 60); do [ -f .go ] && break; sleep 2; done
  rm -f .go
done
