source scripts/lib.sh
swift build "${release_flags[@]}" --product cameoPackageTests > .slot2.log 2>&1
echo "build rc $? $(date +%T)" > .slot2.status
swift build "${release_flags[@]}" --product cameo-providers >> .slot2.log 2>&1
swift build "${release_flags[@]}" --product example-providers >> .slot2.log 2>&1
timeout 500 swift test -c release --skip-build --disable-xctest --enable-swift-testing --filter "ProvidersTests|IdentificationTests|LayeringTests|SystemTypesTests" > .slot2.test 2>&1
echo "test rc $? $(date +%T)" >> .slot2.status
