/** Where each app's day begins, in hours before Greenwich. A card's expiry has an offset of its own: CARD_EXPIRY_UTC_OFFSET_HOURS. */
export const MARKET_UTC_OFFSET_HOURS = { live: 8, ksa: 3, are: 2, okey: 3 } as const;

export type Market = keyof typeof MARKET_UTC_OFFSET_HOURS;

/** The calendar day it is in that market, `YYYYMMDD`. */
export function marketDay(market: Market, now: Date): string {
  const there = new Date(now.getTime() + MARKET_UTC_OFFSET_HOURS[market] * 3_600_000);
  return there.toISOString().slice(0, 10).replaceAll('-', '');
}
