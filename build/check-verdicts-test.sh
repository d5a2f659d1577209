#!/usr/bin/env bash
#
# Judges all verdicts of the pages once more with build/check-verdicts.py, and tests that it notices an
# archive and a page that do not fit. Installs its libraries into a folder that is removed; PYTHONPATH may have
# others. With PAGE... it judges those instead of the pages of docs.

set -euo pipefail
cd "$(dirname "$0")/.."

# shellcheck source=build/testing.sh
source build/testing.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PYTHONDONTWRITEBYTECODE=1

if ! python3 -c 'import numpy, yaml' 2>/dev/null; then
  python3 -m venv "$work/python"
  PATH=$work/python/bin:$PATH
  pip install -q --disable-pip-version-check numpy==2.3.5 PyYAML==6.0.3 >"$work/install.log" 2>&1 ||
    fail 'cannot install numpy and PyYAML'
fi

python3 -m doctest build/holm.py build/check-verdicts.py >"$work/holm.log" || fail 'the correction of a table'
python3 build/check-verdicts.py "$@"
python3 build/sequential-blocks.py --check docs/method.md

# A page of one run, whose archive is then another one: a server that was a tenth faster.
run=$work/handoff
mkdir "$run"
cp docs/results/handoff-futex/runs.jsonl.gz "$run"
page=$work/page.md
{
  echo "<!-- figures of $run -->"
  find "${@:-docs}" -name '*.md' -exec cat {} + |
    sed -n '/^<!-- figures of docs\/results\/handoff-futex -->$/,/^<!-- end of figures -->$/p' | grep '^- '
  echo '<!-- end of figures -->'
} >"$page"
python3 build/check-verdicts.py "$page" >"$work/same.log" || fail 'a page of one run'

notices() {
  if python3 build/check-verdicts.py "$page" >"$work/other.log" 2>&1; then fail "$1 is not noticed"; fi
  grep -q "$2" "$work/other.log" || fail "$1 is noticed in other words"
}

gzip -dc "$run/runs.jsonl.gz" | python3 -c '
import json, sys
for line in sys.stdin:
    result = json.loads(line)
    if "run" in result and result["run"]["variant"].startswith("park, 32"):
        result["measured"]["perSecond"] *= 1.1
    print(json.dumps(result))' | gzip >"$work/other.gz"
mv "$work/other.gz" "$run/runs.jsonl.gz"
notices 'another archive' '32 workers: .*: HELD, not NOT HELD'

cp docs/results/handoff-futex/runs.jsonl.gz "$run"
sed -i 's/noise floor 3/noise floor 9/' "$page"
notices 'another noise floor' 'noise floor 0.0306'
sed -i '/^- 16 workers/d' "$page"
notices 'a verdict that is missing' '16 workers: .*: it is not there'

# The same run as one that could end after 6 blocks or 8, and was cut in the tenth. The verdicts are those of
# the lab at the second look.
looks='[{"blocks": 6, "fewest": 6, "error": 0.02}, {"blocks": 8, "fewest": 6, "error": 0.01}]'
write_run() {
  gzip -dc docs/results/handoff-futex/runs.jsonl.gz | python3 -c '
import json, sys
heading = json.loads(next(sys.stdin))
heading["plan"]["blocks"]["looks"] = json.loads(sys.argv[1])
print(json.dumps(heading))
for line in sys.stdin:
    if json.loads(line).get("run", {"block": 0})["block"] < 10:
        print(line, end="")' "$1" | gzip >"$run/runs.jsonl.gz"
}
write_run "$looks"
cat >"$page" <<END
<!-- figures of $run -->
- 16 workers: waiting as on a futex is slightly faster than on conditions (futex study): INCONCLUSIVE: park served 98 % of what lock did [ratio 0.98, 95 % interval 0.95 to 1.00]; 8 blocks; the difference is within the noise floor; noise floor 7.2 %
- 32 workers: waiting as on a futex is slightly faster than on conditions (futex study): NOT HELD: park served 95 % of what lock did [ratio 0.95, 95 % interval 0.92 to 0.98]; 8 blocks; noise floor 5.2 %; p 0.00756
<!-- end of figures -->
END
python3 build/check-verdicts.py "$page" >"$work/looks.log" || fail 'a run that can end early'
write_run '[]'
notices 'a run of too few blocks' '32 workers: .*: FIRST IMPRESSION, not NOT HELD'
write_run "${looks//0.01/0.04}"
notices 'looks with too many errors' 'share more than 5 % of errors'
echo 'check-verdicts-test: passed'
