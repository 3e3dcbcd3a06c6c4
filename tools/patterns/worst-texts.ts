import { readPattern, type Sequence, type Term } from './pattern-tree.ts';

/** A text that may make a pattern slow: a beginning that matches, a repeated part, and an end that does not match. */
export interface WorstText {
  readonly lead: string;
  readonly repeated: string;
  readonly end: string;
}

export function textOf({ lead, repeated, end }: WorstText, length: number): string {
  const room = Math.max(0, length - lead.length - end.length);
  return lead + repeated.repeat(Math.ceil(room / repeated.length)).slice(0, room) + end;
}

/**
 * Characters that may stand for a set such as `\w`, in several orders. A pattern is slow if one text matches in many ways, which
 * needs a character that two of its sets share.
 */
const PLAYERS = ['a0 -_.\n', '0fA_-. \t', ' 4e.=%"\\'].map((first) => [
  ...first,
  ...Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)),
  '\n',
  '\u0001',
  'ä',
  '\u0660',
  '\u0300',
  '\u200d',
  '\u4e00',
  '\u20dd',
  '\u{1d7ce}',
]);
const ENDS = ['', '\n\u0000'];

function playerOf(set: string, flags: string, players: readonly string[]): string {
  const one = new RegExp(`^(?:${set})$`, flags.replaceAll(/[gy]/g, ''));
  return players.find((character) => one.test(character)) ?? '';
}

/** Texts in which one part of the pattern is repeated, behind a beginning that matches all terms before that part. */
export function worstTexts({ source, flags }: RegExp): WorstText[] {
  const texts = new Map<string, WorstText>();

  function play(players: readonly string[]): void {
    const sample = (term: Term): string => {
      if (term.kind === 'look') return '';
      if (term.kind === 'word') return term.text;
      const once =
        term.kind === 'one' ? playerOf(term.set, flags, players) : (term.ways[0] ?? []).map(sample).join('');
      return once.repeat(Math.max(1, term.atLeast));
    };
    const visit = (sequence: Sequence, lead: string): void => {
      const samples = sequence.map(sample);
      sequence.forEach((term, i) => {
        const before = lead + samples.slice(0, i).join('');
        if ('ways' in term) for (const way of term.ways) visit(way, before);
        for (let end = i + 1; end <= sequence.length; end += 1) add(before, samples.slice(i, end).join(''));
      });
    };
    for (const way of readPattern(source)) visit(way, '');
  }

  function add(lead: string, repeated: string): void {
    if (repeated === '') return;
    for (const end of ENDS) texts.set(JSON.stringify([lead, repeated, end]), { lead, repeated, end });
  }

  for (const players of PLAYERS) play(players);
  return [...texts.values()];
}
