import { textOf, worstTexts, type WorstText } from './worst-texts.ts';

/**
 * Lengths of the tried texts, up to the largest body the server reads. Short ones come first, so a slow pattern is found in time.
 */
const LENGTHS = [1, 4, 16, 64].map((kilobytes) => kilobytes * 1024);
const PARTS = 8;
/** Linear work takes as long on one text as on its eight parts; quadratic work takes eight times as long. */
const RATIO_MAX = 3.5;
/** Shorter times are not compared, because they measure nothing. A quadratic pattern takes a hundred times as long on 64 kB. */
const TOO_SHORT_TO_TELL_MS = 15;
const TRIES = 8;

function timed(work: () => void): number {
  const begin = performance.now();
  work();
  return performance.now() - begin;
}

/**
 * Whether the text takes far longer in one piece than its eighth part eight times. Other processes can only add time, so the
 * fastest try counts.
 */
function grows(work: (text: string) => void, text: string): boolean {
  const part = text.slice(0, text.length / PARTS);
  const inParts = () => {
    for (let n = 0; n < PARTS; n += 1) work(part);
  };
  let least = { whole: Number.POSITIVE_INFINITY, inParts: Number.POSITIVE_INFINITY };
  for (let i = 0; i < TRIES; i += 1) {
    const whole = Math.min(
      least.whole,
      timed(() => work(text)),
    );
    if (whole < TOO_SHORT_TO_TELL_MS) return false;
    least = { whole, inParts: Math.min(least.inParts, timed(inParts)) };
  }
  return least.whole / least.inParts > RATIO_MAX;
}

/** The text for which this pattern needs more than linear time, or null. */
export function tiringText(pattern: RegExp): WorstText | null {
  const everywhere = new RegExp(pattern.source, [...new Set(`${pattern.flags}g`)].join(''));
  const work = (text: string) => void text.replace(everywhere, '');
  const tires = (worst: WorstText) => LENGTHS.some((length) => grows(work, textOf(worst, length)));
  return worstTexts(pattern).find(tires) ?? null;
}
