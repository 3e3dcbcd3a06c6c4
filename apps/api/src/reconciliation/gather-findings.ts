import {
  BOOK_ROWS,
  FINDING_KINDS,
  LINE_MEANINGS,
  type BookRow,
  type Finding,
  type FindingKind,
  type SettledLine,
} from '@jawhara/domain';

/** So many are shown and raised one by one. Beyond that the file is the wrong one, or everything is wrong. */
export const FINDINGS_SHOWN_MAX = 1_000;

/** A line of the bookkeeper's table. */
export interface TableRow {
  readonly currency: string;
  readonly row: BookRow;
  readonly theirs: number;
  readonly ours: number;
}

/** A finding of an account's balance, which belongs to no order. */
export type FoundDifference = Finding & { readonly accountId?: number };

/** The subject of a finding: found twice in one run, it is one finding. */
export function keyOf({ kind, orderId, providerPaymentId, accountId }: FoundDifference): string {
  if (kind === 'ledger not balanced') return `${kind} ${accountId ?? orderId}`;
  return `${kind} ${orderId ?? ''} ${providerPaymentId ?? ''}`;
}

/** Counts everything, keeps the first thousand. */
export function gatherFindings() {
  const shown: FoundDifference[] = [];
  const keys = new Set<string>();
  const counts = new Map<FindingKind, number>(FINDING_KINDS.map((kind) => [kind, 0]));
  const gaps = new Map<string, number>();
  const theirs = new Map<string, number>();
  return {
    /** Lines of the provider. Lines of other days are in other days' tables. */
    count(lines: readonly SettledLine[]): void {
      for (const { what, money } of lines.filter(({ isOfDay }) => isOfDay)) {
        const { row, sign } = LINE_MEANINGS[what];
        const place = `${money.currency} ${row}`;
        theirs.set(place, (theirs.get(place) ?? 0) + sign * money.minorUnits);
      }
    },
    add(findings: readonly FoundDifference[]): void {
      for (const finding of findings) {
        const key = keyOf(finding);
        if (keys.has(key)) continue;
        counts.set(finding.kind, (counts.get(finding.kind) ?? 0) + 1);
        for (const { row, money } of finding.gaps) {
          const place = `${money.currency} ${row}`;
          gaps.set(place, (gaps.get(place) ?? 0) + money.minorUnits);
        }
        if (shown.length >= FINDINGS_SHOWN_MAX) continue;
        keys.add(key);
        shown.push(finding);
      }
    },
    shown: (): readonly FoundDifference[] => shown,
    counts: (): ReadonlyMap<FindingKind, number> => counts,
    /** Theirs as the lines of the day sum up; ours is that, less what was found to differ. */
    table(): TableRow[] {
      const currencies = new Set([...theirs.keys(), ...gaps.keys()].map((place) => place.slice(0, 3)));
      return [...currencies].toSorted().flatMap((currency) =>
        BOOK_ROWS.map((row) => {
          const their = theirs.get(`${currency} ${row}`) ?? 0;
          return { currency, row, theirs: their, ours: their - (gaps.get(`${currency} ${row}`) ?? 0) };
        }),
      );
    },
  };
}

export type Findings = ReturnType<typeof gatherFindings>;
