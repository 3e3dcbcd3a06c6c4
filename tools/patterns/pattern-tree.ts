/** A term of a regular expression, with what is needed to make matching texts: its least repetitions and its alternatives. */
export type Term =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'one'; readonly set: string; readonly atLeast: number }
  | { readonly kind: 'group'; readonly ways: readonly Sequence[]; readonly atLeast: number }
  /** A lookahead or lookbehind, which consumes nothing. */
  | { readonly kind: 'look'; readonly ways: readonly Sequence[] };

export type Sequence = readonly Term[];

const CLASS = /^\[(?:\\.|[^\]\\])*\]/;
const ESCAPE = /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)/su;
const OPENING = /^\((?:\?(?:<?[=!]|:|<\w+>))?/;
/** Letters that stand for themselves, up to a letter that is repeated or optional. */
const WORD = /^(?:[\w%<>=-](?![*+?{]))+/;
const QUANTIFIER = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/;

/** Parses the source of a pattern that JavaScript has already accepted. */
export function readPattern(source: string): readonly Sequence[] {
  let rest = source;

  function take(pattern: RegExp): RegExpExecArray | null {
    const found = pattern.exec(rest);
    if (found) rest = rest.slice(found[0].length);
    return found;
  }

  function atLeast(): number {
    const found = take(QUANTIFIER);
    if (!found) return 1;
    return found[1] === undefined ? Number(found[0].startsWith('+')) : Number(found[1]);
  }

  function term(): Term | null {
    if (take(/^(?:\^|\$|\\[bB])/)) return null;
    const opening = take(OPENING)?.[0];
    if (opening !== undefined) {
      const ways = alternatives();
      rest = rest.slice(1);
      const times = atLeast();
      return /[=!]$/.test(opening) ? { kind: 'look', ways } : { kind: 'group', ways, atLeast: times };
    }
    const text = take(WORD)?.[0];
    if (text !== undefined) return { kind: 'word', text };
    const set = (take(CLASS) ?? take(ESCAPE) ?? take(/^./su))?.[0] ?? '';
    return { kind: 'one', set, atLeast: atLeast() };
  }

  function alternatives(): Sequence[] {
    const ways: Term[][] = [[]];
    while (rest !== '' && !rest.startsWith(')')) {
      if (take(/^\|/)) {
        ways.push([]);
        continue;
      }
      const next = term();
      if (next) ways.at(-1)?.push(next);
    }
    return ways;
  }

  return alternatives();
}
