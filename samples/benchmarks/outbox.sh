#!/usr/bin/env bash
# The outbox: from commit to dispatch, throughput beside one row at a time, and 100,000 waiting
# entries beside many finished ones:
#
#   samples/benchmarks/outbox.sh [--rows 20000] [--pending 100000] [--finished 1000000]
#
# The contract speaks of 10,000,000 finished ones, which takes some twenty minutes and 10 GB to fill
# in. Run it on a machine that does nothing else.
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
  dev.sidegate.benchmarks.QueuedCalls "$@" </dev/null
