#!/usr/bin/env bash
#
# Tests build/fill-results.sh in a project of two runs, in which ./tailgate is a fake.

set -euo pipefail

project=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
page=$work/docs/results.md
other=$work/docs/performance.md
count=0

# A fresh project; its page is standard input.
test_case() {
  name=$1
  count=$((count + 1))
  rm -rf "${work:?}"/*
  mkdir -p "$work/build" "$work/docs" "$work/runs/a" "$work/runs/b"
  cp "$project/build/fill-results.sh" "$project/build/verdicts.py" "$work/build/"
  cat >"$work/tailgate" <<'END'
#!/bin/sh
[ "$1 $2 $3" = 'report --markdown --each' ] || exit 2
shift 3
for run; do
  printf '<!-- figures of %s -->\n' "$run"
  if [ "$run" = "$BROKEN" ]; then echo "cannot read $run" >&2; code=1; else printf 'report of\n\n%s\n' "$run"; fi
  echo '<!-- end of figures -->'
done
exit ${code:-0}
END
  chmod +x "$work/tailgate"
  printf '#!/bin/sh\necho "$* wrote windows"\n' >"$work/runs/windows.py"
  chmod +x "$work/runs/windows.py"
  touch "$work/runs/c.json" "$other" "$work/docs/verdicts.md"
  cat >"$page"
  cp "$page" "$work/before"
}

fill() {
  code=0
  BROKEN=${broken_run:-} "$work/build/fill-results.sh" "$@" >"$work/out" 2>&1 || code=$?
}

broken() {
  echo "FAILED: $name: $1" >&2
  printf '%s\n' "code: $code" "out: $(cat "$work/out")" "page:" "$(cat "$page")" >&2
  exit 1
}

fills() {
  fill "$@"
  [ "$code" = 0 ] || broken 'it fails'
}

refuses() {
  fill "$@"
  [ "$code" = 1 ] || broken 'it does not fail'
  cmp -s "$page" "$work/before" || broken 'it has changed the page'
  grep -q "$said" "$work/out" || broken "it does not say: $said"
}

test_case 'figures come between the marks, and the rest stays as it is' <<'END'
Before.
<!-- figures of runs/a -->
old
<!-- end of figures -->
Between.
<!-- figures of runs/b -->
<!-- end of figures -->
After.
END
said='does not say what its raw data say'
refuses --check
fills
cat >"$work/wanted" <<'END'
Before.
<!-- figures of runs/a -->

report of

runs/a

<!-- end of figures -->
Between.
<!-- figures of runs/b -->

report of

runs/b

<!-- end of figures -->
After.
END
cmp -s "$page" "$work/wanted" || broken 'it is another'
fills --check

test_case 'figures stay as they are where a report fails' <<'END'
<!-- figures of runs/a -->
<!-- end of figures -->
<!-- figures of runs/b -->
old
<!-- end of figures -->
END
said='cannot read runs/b'
broken_run=runs/b
refuses
refuses --check
broken_run=''

for end in '' '<!-- end of figure -->'; do
  test_case "figures without an end, but \"$end\", do not swallow what follows" <<END
<!-- figures of runs/a -->
$end
After.
END
  said='docs/results.md: no end of figures after those of runs/a'
  refuses
  refuses --check
done

test_case 'nor do they swallow the figures that follow' <<'END'
<!-- figures of runs/a -->
After.
<!-- figures of runs/b -->
<!-- end of figures -->
END
said='docs/results.md: no end of figures after those of runs/a'
refuses

test_case 'what has no run yet is told so in the page, which does not pass for a whole one' <<'END'
<!-- figures of runs/c -->
<!-- end of figures -->
END
fills
grep -q TODO "$page" || broken 'it is not told'
cp "$page" "$work/before"
said='there is no run runs/c'
refuses --check

test_case 'a JSON file is printed by the script beside it, and in the other page too' <<'END'
<!-- figures of runs/a -->
<!-- end of figures -->
END
printf '<!-- figures of runs/c.json -->\n<!-- end of figures -->\n' >"$other"
fills
grep -q '^report of$' "$page" || broken 'the first page has no figures'
grep -q '^--markdown runs/c.json wrote windows$' "$other" || broken 'the other page has no figures'
fills --check
sed -i 's/wrote/typed/' "$other"
cp "$page" "$work/before"
said='docs/performance.md does not say what its raw data say'
refuses --check

test_case 'the page of verdicts has those of ten blocks, and what is not tested' <<'END'
## burst: one
<!-- figures of docs/runs/a -->
- in a spike it is less (Rust pool study: 30 %): HELD: -98 % [ratio 0.02]; 10 blocks
- ours: NOT HELD: 3 | 4; 10 blocks
- P99: 3 to 4
<!-- end of figures -->
- of old: HELD: outside
### Once more
<!-- figures of docs/runs/b -->
- in a spike it is less (Rust pool study: 30 %): INCONCLUSIVE: -97 %; 1 block; a verdict needs 10
- of two: INCONCLUSIVE: 5; 1 block; a verdict needs 10
<!-- end of figures -->
END
cat >"$work/docs/origins.md" <<'END'
## Rust pool study
| claim | figure, as published | judged by |
|---|---|---|
| judged | 1 | `burst` |
## C server
| no leak | none | not tested: a program in C |
| it ends | none | no verdict: it did |
## Threads text
## Futex study
## Java evolution
END
out=$(cd "$work" && build/verdicts.py)
want=$(
  cat <<'END'
| 30 % | [in a spike it is less](results.md#burst-one) | **HELD** | -98 % [ratio 0.02]; 10 blocks | [a](runs/a) |
| none | no leak | not tested | a program in C | – |
| none | it ends | no verdict | it did | – |
| [ours](results.md#burst-one) | **NOT HELD** | 3 / 4; 10 blocks | [a](runs/a) |
| [of two](results.md#once-more) | INCONCLUSIVE | 5; 1 block; a verdict needs 10 | [b](runs/b) |
END
)
[ "$(grep '^| ' <<<"$out" | grep -v ' | verdict | ')" = "$want" ] || broken "verdicts: $out"

echo "fill-results-test: $count cases passed"
