import type { Measure, Side } from './measures.ts';

/** What the rounds of one measure said, each round on both sides. */
export type Samples = Readonly<Record<Side, readonly number[]>>;

export interface Verdict {
  readonly ours: number;
  readonly reference: number;
  /** The median of the rounds' own ratios: what slows the machine in one round falls on both. */
  readonly ratio: number;
  readonly isOver: boolean;
}

export function judge({ gate }: Measure, samples: Samples): Verdict {
  const ours = median(samples.ours);
  const ratio = median(samples.ours.map((mine, round) => mine / (samples.reference[round] ?? Number.NaN)));
  const judged = gate?.of === 'ratio' ? ratio : ours;
  // A number that is none must never pass.
  const isOver = gate !== null && !(judged <= gate.most);
  return { ours, reference: median(samples.reference), ratio, isOver };
}

/** A neighbour slows one try, a page that became slow is slow in each: over is what no try found within its gate. */
export function overInEveryTry(tries: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...later] = tries;
  return first.filter((name) => later.every((found) => found.includes(name)));
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
