/** How viewer and follower counts are shortened: live rooms in ten thousands, all others in thousands and millions. */
export type CountStyle = 'live' | 'plain';

const TEN_THOUSAND = 10_000;
const THOUSAND = 1_000;
const MILLION = 1_000_000;

/** With one decimal, rounded down, so that no visitor sees more than there are. */
function inUnits(count: number, unit: number, letter: string): string {
  const tenths = Math.floor((count * 10) / unit);
  return `${tenths % 10 === 0 ? tenths / 10 : (tenths / 10).toFixed(1)}${letter}`;
}

export function formatLargeCount(count: number, style: CountStyle): string {
  if (style === 'live') return count > TEN_THOUSAND ? inUnits(count, TEN_THOUSAND, 'W') : String(count);
  if (count > MILLION) return inUnits(count, MILLION, 'M');
  return count > THOUSAND ? inUnits(count, THOUSAND, 'K') : String(count);
}
