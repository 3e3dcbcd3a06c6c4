import { word } from '../../words/word.ts';

/** A span of time as people say it: seconds, and from a minute on whole minutes. */
export function spanText(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000));
  return seconds < 60
    ? word('count.seconds', { n: seconds })
    : word('count.minutesOf', { n: Math.floor(seconds / 60) });
}
