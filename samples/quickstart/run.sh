#!/usr/bin/env bash
# Runs one LangChain4j agent twice over the same troubled day: without Sidegate, then with it.
# Needs a JDK (17 or newer) and Maven. Everything listens on 127.0.0.1; Ctrl-C ends everything.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

quickstart=samples/quickstart
program=$quickstart/target/sidegate-quickstart.jar
operator=runtime/operator/target/sidegate.jar
agent=agent/target/sidegate-agent.jar
stamp=$quickstart/target/built
java=${JAVA_HOME:+$JAVA_HOME/bin/}java

fail() {
  echo "$1" >&2
  exit 1
}

check_tools() {
  command -v "$java" >/dev/null || fail "No java found. Install a JDK, 17 or newer, or set JAVA_HOME."
  local version
  version=$("$java" -XshowSettings:properties -version 2>&1 | sed -n 's/ *java.specification.version = //p')
  [ "${version%%.*}" -ge 17 ] || fail "Java $version is too old. Install a JDK, 17 or newer, or set JAVA_HOME."
  command -v mvn >/dev/null || fail "No mvn found. Install Maven, 3.8 or newer."
}

# True if the three jars are there, and no source is newer than they are, or than the last build.
built() {
  [ -f "$program" ] && [ -f "$operator" ] && [ -f "$agent" ] || return 1
  unchanged_since "$stamp" || {
    unchanged_since "$program" && unchanged_since "$operator" && unchanged_since "$agent"
  }
}

unchanged_since() {
  [ -f "$1" ] && [ -z "$(find pom.xml annotations processor runtime agent $quickstart \
    \( -path '*/src/main/*' -o -name pom.xml \) -newer "$1" -print -quit)" ]
}

build() {
  local log=$quickstart/target/build.log started=$SECONDS
  mkdir -p "$quickstart/target"
  touch "$stamp.begun"
  echo "Building (the first time, Maven fetches libraries for some minutes)"
  mvn -B -ntp -DskipTests -Dspotless.check.skip -am -pl "$quickstart,runtime/operator,agent" \
    package >"$log" 2>&1 &
  local maven=$!
  trap 'kill "$maven" 2>/dev/null' EXIT
  local now="" before=""
  while kill -0 "$maven" 2>/dev/null; do
    now=$(sed -n 's/^\[INFO\] Building \(Sidegate.*\) [0-9].*/\1/p' "$log" | tail -n 1)
    if [ -t 1 ]; then
      printf '\r\033[K  %s' "${now:-Maven starts} … $((SECONDS - started)) s"
    elif [ "$now" != "$before" ]; then
      echo "  $now"
    fi
    before=$now
    sleep 1
  done
  if [ -t 1 ]; then printf '\r\033[K'; fi
  trap - EXIT
  wait "$maven" || {
    tail -n 40 "$log" >&2
    fail "The build failed; the whole log is $log."
  }
  mv "$stamp.begun" "$stamp"
  echo "  built in $((SECONDS - started)) s"
}

colours=false
[ -t 1 ] && [ -z "${NO_COLOR:-}" ] && [ "${TERM:-dumb}" != dumb ] && colours=true

check_tools
built || build
rm -rf "$quickstart/target/run"
mkdir -p "$quickstart/target/run"
exec "$java" -Dquickstart.colours=$colours -cp "$program:$quickstart/target/lib/*" \
  dev.sidegate.quickstart.day.TroubledDay "$operator" "$agent" "$quickstart/target/run"
