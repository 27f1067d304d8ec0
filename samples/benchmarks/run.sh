#!/usr/bin/env bash
# Guarded calls beside hand-written JDBC and DBOS Java, on an embedded PostgreSQL of this run:
#
#   samples/benchmarks/run.sh [--rounds 5] [--seconds 2]
#
# Takes about four minutes with the defaults. Run it on a machine that does nothing else.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

classpath=$(mktemp)
trap 'rm -f "$classpath"' EXIT

echo "building …"
mvn -B -q -pl samples/benchmarks -am -DskipTests compile dependency:build-classpath \
  -Dmdep.outputFile="$classpath" </dev/null

java -cp "samples/benchmarks/target/classes:$(cat "$classpath")" \
  -Dorg.slf4j.simpleLogger.defaultLogLevel=warn \
  -Djava.util.logging.config.file=samples/benchmarks/logging.properties \
  dev.sidegate.benchmarks.GuardedCalls "$@" </dev/null
