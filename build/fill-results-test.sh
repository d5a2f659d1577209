#!/usr/bin/env bash
#
# Tests build/fill-results.sh in a project of two runs, in which ./tailgate is a fake.

set -euo pipefail

project=$(cd "$(dirname "$0")/.." && pwd)
python3 -m doctest "$project/build/verdicts.py"
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
  mkdir -p "$work/build" "$work/docs/results/ten" "$work/runs/a" "$work/runs/b"
  cp "$project/build/fill-results.sh" "$project/build/verdicts.py" "$project/build/holm.py" "$work/build/"
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

# A project with pages of two runs, of ten blocks and of one.
test_case_of_verdicts() {
  test_case "$1" </dev/null
  mkdir -p "$work/docs/results/one"
  cat >"$work/docs/results/ten/README.md" <<'END'
# ten: how much less?

**Answer**: much less,
[](runs.jsonl.gz "in a spike it is less").

**Same work as the origin**: yes

**Same work as the origin** ("in a spike"): in part: the handler
waits

**Fixed since** ("ours"): in [one](../one/README.md)

<!-- figures of docs/results/ten -->
    machine   Intel(R) Xeon(R) Processor, 4 processors, 24152 MiB, Linux 6.18
    cores     server on 0,1, generator and lab on 2; collector of the servers: g1
    java      openjdk version "25.0.3" 2026-04-21 LTS
    load      for 5 s; 10 blocks in random order (seed 1); Java 21 is 21.0.8, 25 is 25.0.3

| stage | blocks |  P99 ms |
|:------|-------:|--------:|
| pool  |     10 | 1.5 ±3 % |

- in a spike it is less (Rust pool study: 30 %): HELD: -98 % [ratio 0.02, 95 % interval 0.01 to 0.03], 3 | 4; 10 blocks
- elsewhere (Rust pool study): HELD: 1; 10 blocks
- ours on Java 21: NOT HELD: 3 | 4; 10 blocks
- later: HELD: 5 ms; 10 blocks; exploratory, because it was added
- barely: HELD: 2 ms; 10 blocks; p 0.03000
- P99: 3 to 4
<!-- end of figures -->
- of old: HELD: outside
END
  cat >"$work/docs/results/one/README.md" <<'END'
# one: and once?

**Same work as the origin**: no: other users

<!-- figures of docs/results/one -->
    cores     shared by server, generator and lab; collector of the servers: g1
    java      openjdk version "25.0.3" 2026-04-21 LTS
- in a spike it is less (Rust pool study: 30 %): INCONCLUSIVE: -97 %; 9 blocks, 1 left out; a verdict needs 10
- nine blocks (C server): INCONCLUSIVE: -97 %; 9 blocks, 1 left out; a verdict needs 10
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
}

test_case_of_verdicts 'the page of verdicts has those of more than one block, and what is not tested'
out=$(cd "$work" && build/verdicts.py verdicts)
want=$(
  cat <<'END'
| 30 % | in a spike it is less | in part: the handler waits | **HELD** | -98 %, 2 % (1 to 3 %), 3 / 4 | 2 | 25.0.3 | – | [ten](results/ten/README.md) |
| see [origins.md](origins.md) | elsewhere | yes | **HELD** | 1 | 2 | 25.0.3 | – | [ten](results/ten/README.md) |
| none | no leak | – | not tested | a program in C | – | – | – | – |
| none | it ends | – | no verdict | it did | – | – | – | – |
| C server | see [origins.md](origins.md) | nine blocks | no: other users | INCONCLUSIVE | -97 %; 9 blocks, 1 left out; a verdict needs 10 | shared | 25.0.3 | – | [one](results/one/README.md) |
| ours on Java 21 | **NOT HELD** | 3 / 4 | 2 | 21.0.8 | in [one](results/one/README.md) | [ten](results/ten/README.md) |
| later | **HELD** | 5 ms; exploratory | 2 | 25.0.3 | – | [ten](results/ten/README.md) |
| barely | INCONCLUSIVE | 2 ms; p 0.03000; alone HELD, with Holm's correction for 2 verdicts p 0.060 | 2 | 25.0.3 | – | [ten](results/ten/README.md) |
END
)
[ "$(grep '^| ' <<<"$out" | grep -v ' | verdict | ')" = "$want" ] || broken "verdicts: $out"

test_case_of_verdicts 'the index has the question of a page, its answer with the figure, and its conditions'
out=$(cd "$work" && build/verdicts.py index ten)
want='| [ten](results/ten/README.md) | how much less? | much less, -98 %, ratio 0.02 (0.01 to 0.03), 3 / 4; claim HELD. | 10 blocks, Java 21.0.8 and 25.0.3, server on 2 processors |'
[ "$(tail -n 1 <<<"$out")" = "$want" ] || broken "index: $out"

# The page becomes the argument $1, and then $2 when its sentences are filled.
sentence() {
  printf '%s\n' "$1" >"$page"
  (cd "$work" && build/verdicts.py fill docs/results.md) || broken "it fails with $1"
  [ "$(cat "$page")" = "$2" ] || broken "it is not: $2"
}

test_case_of_verdicts 'a sentence gets the figure that the title of its link names'
sentence 'It is [old](results/ten/README.md "ours").' \
  'It is [3 / 4; claim NOT HELD](results/ten/README.md "ours").'
sentence '[](results/ten/README.md "figure 2 of in a spike it is less")' \
  '[3 / 4; claim HELD](results/ten/README.md "figure 2 of in a spike it is less")'
sentence '[](results/ten "later")' '[5 ms; claim HELD, exploratory](results/ten "later")'
sentence '[](results/ten "conditions of ours")' \
  '[10 blocks, Java 21.0.8, server on 2 processors](results/ten "conditions of ours")'
sentence '[](results/one "conditions")' \
  '[9 blocks, Java 25.0.3, shared processors](results/one "conditions")'
sentence '[](results/ten "P99 ms for pool")' '[1.5 ±3 %](results/ten "P99 ms for pool")'
sentence '[elsewhere](options.md "a title")' '[elsewhere](options.md "a title")'

# The page becomes the argument, and is refused.
no_sentence() {
  printf '%s\n' "$1" >"$page"
  cp "$page" "$work/before"
  code=0
  (cd "$work" && build/verdicts.py fill docs/results.md) >"$work/out" 2>&1 || code=$?
  [ "$code" = 1 ] || broken "it does not fail with $1"
  cmp -s "$page" "$work/before" || broken 'it has changed the page'
  grep -qF "$said" "$work/out" || broken "it does not say: $said"
}

test_case_of_verdicts 'a sentence that was written for another verdict is refused, and so is one without a figure'
said='docs/results.md: "ours" is NOT HELD now: write its sentence anew, and empty its link'
no_sentence 'It is [3 / 4; claim HELD](results/ten/README.md "ours").'
said='docs/results.md: 0 claims of ten begin with theirs'
no_sentence '[](results/ten/README.md "theirs")'

test_case_of_verdicts 'who does not know the claim reads how sure a figure is, if its title says what it was written for'
sentence '[](results/ten "NOT HELD: ours")' '[3 / 4; **sure**](results/ten "NOT HELD: ours")'
sentence '[](results/ten "HELD: figure 1 of in a spike")' \
  '[-98 %, 2 % (1 to 3 %); **sure**](results/ten "HELD: figure 1 of in a spike")'
sentence '[](results/ten "HELD, exploratory: later")' \
  '[5 ms; **measured**, not tested](results/ten "HELD, exploratory: later")'
sentence '[](results/ten "INCONCLUSIVE (alone HELD): barely")' \
  '[2 ms; **not sure**, decided by this run alone and not among all verdicts](results/ten "INCONCLUSIVE (alone HELD): barely")'
sentence '[](results/ten "machine of ours")' \
  '[10 blocks, Java 21.0.8, 2 of 4 processors, Intel Xeon](results/ten "machine of ours")'

test_case_of_verdicts 'nor does such a title keep a sentence that was written for another verdict'
said='docs/results.md: "ours" is NOT HELD, not HELD: write its sentence anew, and the verdict in the title of its link'
no_sentence '[](results/ten "HELD: ours")'
no_sentence '[3 / 4; **sure**](results/ten "HELD: ours")'
said='docs/results.md: "barely" is INCONCLUSIVE (alone HELD), not HELD'
no_sentence '[2 ms; **sure**](results/ten "HELD: barely")'

test_case_of_verdicts 'the page of a run has the verdicts of the table, however often it is filled'
page=$work/docs/results/ten/README.md
for _ in 1 2; do
  (cd "$work" && build/verdicts.py fill docs/results/ten/README.md) || broken 'it fails'
  grep -qx -- "- barely: INCONCLUSIVE: 2 ms; 10 blocks; p 0.03000; alone HELD, with Holm's correction for 2 verdicts p 0.060" \
    "$page" || broken 'the verdict is another one than that of the table'
  grep -qx -- '- ours on Java 21: NOT HELD: 3 | 4; 10 blocks' "$page" || broken 'a verdict that passes is another one'
done

test_case_of_verdicts 'claims of others have their verdict, or their file if nobody has run it'
mkdir -p "$work/lab/experiments/claims"
cat >"$work/lab/experiments/claims/a.yaml" <<'END'
claims:
  - says: it waits longer
    origin: C2, a proxy
    published: 4 s
  - says: it waits more often
    origin: C1, a blog
    published: twice
END
sed -i 's/^- P99: 3 to 4$/- it waits longer (C2, a proxy: 4 s): NOT HELD: 5 ms; 10 blocks; p < 0.00001\n&/' "$work/docs/results/ten/README.md"
out=$(cd "$work" && build/verdicts.py claims)
want=$(
  cat <<'END'
| C1 | it waits more often | twice (a blog) | no run yet | – | – | – | – | [a.yaml](../lab/experiments/claims/a.yaml) |
| C2 | it waits longer | 4 s (a proxy) | **NOT HELD** | 5 ms | 2 | 25.0.3 | – | [ten](results/ten/README.md) |
END
)
[ "$(tail -n 2 <<<"$out")" = "$want" ] || broken "claims: $out"

test_case_of_verdicts 'the answer of a server on one processor says so'
page=$work/docs/results/ten/README.md
sed -i 's/server on 0,1,/server on 0,/' "$page"
for _ in 1 2; do
  (cd "$work" && build/verdicts.py fill docs/results/ten/README.md) || broken 'it fails'
  grep -qx '\*\*Answer\*\* (one processor): much less,' "$page" || broken 'it does not say so'
done

test_case_of_verdicts 'the page of Javas has each claim of their experiments, and says which upgrades change a verdict'
mkdir -p "$work/lab/experiments" "$work/docs/results/java"
for name in threads burst memory heap start cost; do
  printf 'claims:\n  - says: %s are fast\n    each: [java]\n' "$name" >"$work/lab/experiments/java-$name.yaml"
done
on_java() {
  (cd "$work" && build/verdicts.py java "$1")
}
[ "$(on_java upgrades)" = '**This page cannot say yet which upgrades matter**, because no run has judged its claims.' ] ||
  broken 'it says which upgrades matter without a run'
cat >"$work/docs/results/java/README.md" <<'END'
# java: which upgrades?

<!-- figures of docs/results/java/threads -->
    java      openjdk version "25.0.3" 2026-04-21 LTS
    load      for 5 s; 6 blocks in random order (seed 1); Java 21 is 21.0.8, 27 is 27.0.1, 28 is 28-ea+18-1-Debian

| stage         | blocks | P99 ms |
|:--------------|-------:|-------:|
| Java 21, park |      6 |   10.2 |

- Java 21: threads are fast: NOT HELD: 9 against 2 ms [ratio 4.50, 95 % interval 4.20 to 4.70]; 6 blocks
- Java 25: threads are fast: INCONCLUSIVE: 3 ms; 6 blocks
- Java 27: threads are fast: HELD: 2 ms; 6 blocks
<!-- end of figures -->
END
[ "$(on_java upgrades)" = "**The upgrades that matter here are 21 → 27 (1)**; in brackets, how many of the 1 decided claims change.

- 21 → 27: threads are fast: not held: 9 against 2 ms, and then held: 2 ms." ] || broken "upgrades: $(on_java upgrades)"
[ "$(on_java claims | sed -n '3p;5p')" = "| threads are fast | not held: 9 against 2 ms | open: 3 ms | – | **held: 2 ms** | – |
| memory are fast | no run yet | no run yet | no run yet | no run yet | no run yet |" ] || broken "claims: $(on_java claims)"
grep -qx '| P99 of a wait of 10 ms, ms | 10.2 | – | – | – | – |' <<<"$(on_java figures)" || broken "figures: $(on_java figures)"
grep -q ': 6 blocks, Java 21.0.8 and 27.0.1 and 28-ea+18, shared processors\.$' <<<"$(on_java figures)" ||
  broken "conditions: $(on_java figures)"

echo "fill-results-test: $count cases passed"
