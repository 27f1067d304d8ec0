#!/usr/bin/env bash
# How long a JVM takes to start: plain, with an empty agent, and with Sidegate and nothing guarded:
#
#   samples/benchmarks/startup.sh [ROUNDS]
#
# On the Java that runs it, and on 25 where SIDEGATE_TEST_JDK25 or Debian's path names one. Takes
# half a minute with the default of 15 rounds. Run it on a machine that does nothing else.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

rounds=${1:-15}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo "building …"
if [[ ! -f agent/target/sidegate-agent.jar ]]; then
  mvn -B -q -pl agent -am -DskipTests package </dev/null
fi
agent=$PWD/agent/target/sidegate-agent.jar

sources=samples/benchmarks/src/main/java/dev/sidegate/benchmarks/startup
javac --release 17 -proc:none -d "$work" "$sources"/{EmptyAgent,Nothing,Startup}.java
printf 'Premain-Class: dev.sidegate.benchmarks.startup.EmptyAgent\n' >"$work/manifest"
jar --create --file "$work/empty-agent.jar" --manifest "$work/manifest" -C "$work" \
  dev/sidegate/benchmarks/startup/EmptyAgent.class

homes=("$(java -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java.home = //p')")
newer=${SIDEGATE_TEST_JDK25:-/usr/lib/jvm/temurin-25-jdk-amd64}
if [[ -x "$newer/bin/java" && "$newer" != "${homes[0]}" ]]; then
  homes+=("$newer")
fi
java -cp "$work" dev.sidegate.benchmarks.startup.Startup \
  "$work/empty-agent.jar" "$agent" "$rounds" "${homes[@]}" </dev/null
