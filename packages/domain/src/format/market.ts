/** The time zone of each app's day, in hours ahead of UTC. Card expiry has its own offset: CARD_EXPIRY_UTC_OFFSET_HOURS. */
export const MARKET_UTC_OFFSET_HOURS = { live: 8, ksa: 3, are: 2, okey: 3 } as const;

export type Market = keyof typeof MARKET_UTC_OFFSET_HOURS;

/** An app without a market of its own counts as ksa. */
export function marketOf(packageName: string): Market {
  return Object.hasOwn(MARKET_UTC_OFFSET_HOURS, packageName) ? (packageName as Market) : 'ksa';
}

/** The ISO text of the local time in that market. */
function isoThere(market: Market, now: Date): string {
  return new Date(now.getTime() + MARKET_UTC_OFFSET_HOURS[market] * 3_600_000).toISOString();
}

/** The calendar day in that market, `YYYYMMDD`. */
export function marketDay(market: Market, now: Date): string {
  return isoThere(market, now).slice(0, 10).replaceAll('-', '');
}

/** Date and time in that market, `2026-11-16 00:30`. */
export function marketTime(market: Market, now: Date): string {
  return isoThere(market, now).slice(0, 16).replace('T', ' ');
}

const SECONDS_DIGITS_MAX = 10;

/** Old servers send seconds, new ones milliseconds: ten digits or fewer are seconds. Null if it is no timestamp. */
export function timestampMs(timestamp: number | string): number | null {
  const text = String(timestamp);
  if (!/^\d{1,16}$/.test(text)) return null;
  return text.length <= SECONDS_DIGITS_MAX ? Number(text) * 1_000 : Number(text);
}
