#!/usr/bin/env bash
# What the processor costs the compiler, beside processors that prove nothing and write as much:
#
#   samples/benchmarks/compile-time.sh [WARM_ROUNDS] [COLD_ROUNDS]
#
# 1,000 annotated methods. Takes about five minutes with the defaults of 9 and 5 rounds. Run it on a
# machine that does nothing else.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo "building …"
mvn -B -q -pl processor -am -DskipTests package </dev/null
jars=("$PWD"/annotations/target/sidegate-annotations-*-SNAPSHOT.jar)
annotations=${jars[0]}
jars=("$PWD"/processor/target/sidegate-processor-*-SNAPSHOT.jar)
processor=${jars[0]}

sources=samples/benchmarks/src/main/java/dev/sidegate/benchmarks/compile
javac --release 17 -proc:none -cp "$annotations" -d "$work" \
  "$sources"/{Compilation,CompileTime,CopyingProcessor,ToolClasses}.java
java -cp "$work:$annotations" dev.sidegate.benchmarks.compile.CompileTime \
  "$processor:$annotations" "$@" </dev/null
