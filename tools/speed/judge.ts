import type { Measure, Side } from './measures.ts';

/** The values of a measure, by side; each round measures both sides. */
export type Samples = Readonly<Record<Side, readonly number[]>>;

export interface Verdict {
  readonly ours: number;
  readonly reference: number;
  /** The median of each round's ratio: whatever slows the machine in a round slows both sides. */
  readonly ratio: number;
  readonly isOver: boolean;
}

export function judge({ gate }: Measure, samples: Samples): Verdict {
  const ours = median(samples.ours);
  const ratio = median(samples.ours.map((mine, round) => mine / (samples.reference[round] ?? Number.NaN)));
  const judged = gate?.of === 'ratio' ? ratio : ours;
  // NaN must never pass.
  const isOver = gate !== null && !(judged <= gate.most);
  return { ours, reference: median(samples.reference), ratio, isOver };
}

/** The measures above their gate in every try. A busy machine slows a single try; a slow page is slow in each. */
export function overInEveryTry(tries: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...later] = tries;
  return first.filter((name) => later.every((found) => found.includes(name)));
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
