import type { FineInfo } from '@jawhara/contract';
import { accountId, usdCents, type DisplayId, type FineStanding } from '@jawhara/domain';

export const FAHD_ID = '7719042' as DisplayId;
export const UNTIL = new Date(2026, 10, 21, 12);

/** The fine of a second ban as the server sends it, with this amount in dollars. */
export function fineOf(dollars: number, more: { readonly quote?: string } = {}): FineInfo {
  const amountUsdCents = usdCents(dollars * 100);
  return {
    account: { accountId: accountId(2001), displayId: FAHD_ID, nickname: 'Fahd', iconUrl: null },
    standing: {
      kind: 'fine',
      amountUsdCents,
      previousUsdCents: usdCents(dollars * 50),
      nextUsdCents: usdCents(dollars * 200),
      afterNextUsdCents: usdCents(dollars * 400),
      refundBanCount: 1,
      until: UNTIL,
    },
    quote: {
      id: more.quote ?? `quote-${dollars}.seal`,
      amountUsdCents,
      goodUntil: new Date(Date.now() + 900_000),
    },
    estimate: null,
  };
}

export function unpaid(standing: Exclude<FineStanding, { kind: 'fine' }>): FineInfo {
  return { ...fineOf(20), standing, quote: null };
}
