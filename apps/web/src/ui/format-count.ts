import { FORMAT_LOCALE } from '../words/sentence.ts';

const format = new Intl.NumberFormat(FORMAT_LOCALE);

/** "1,060": grouped, always with 0-9. */
export function formatCount(count: number): string {
  return format.format(count);
}
