import type { FineInfo } from '@jawhara/contract';
import {
  banToTell,
  estimateOf,
  fineStanding,
  isIdAskedFor,
  localMoneyIn,
  recipientOf,
  whyNoFineHere,
  SITE_SOURCE,
  type Account,
  type DisplayId,
  type Estimate,
  type FinePrices,
  type FineStanding,
  type RechargeRefusal,
} from '@jawhara/domain';
import { accountByDisplayId } from '../accounts/account.store.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/postgres.ts';
import { currentSettings } from '../site-config/site-config.store.ts';
import { bansOf } from './ban.store.ts';
import { makeQuote } from './fine-quote.ts';

export interface FineContext {
  readonly db: Db;
  readonly now: Clock;
  readonly prices: FinePrices;
  readonly quoteKey: Uint8Array;
}

/** An account that is not banned owes nothing, whatever is still written of an old ban. */
export async function standingOf(context: FineContext, account: Account): Promise<FineStanding> {
  const bans = account.status === 'banned' ? await bansOf(context.db, account.id) : [];
  const now = context.now();
  return fineStanding(banToTell(bans, now), context.prices, now);
}

export type FineRead =
  | { readonly kind: 'read'; readonly info: FineInfo }
  | { readonly kind: 'refused'; readonly refusal: Exclude<RechargeRefusal, 'banned'> };

/** The amount owed in the payer's own money, as far as it can be estimated there. */
async function estimateIn(
  { db, now }: FineContext,
  standing: FineStanding,
  country: string | null,
): Promise<Estimate | null> {
  if (standing.kind !== 'fine') return null;
  const { exchangeRates } = await currentSettings(db);
  const money = localMoneyIn(country, exchangeRates, now());
  return money && estimateOf(standing.amountUsdCents, money);
}

export async function readFine(
  context: FineContext,
  displayId: DisplayId,
  country: string | null,
): Promise<FineRead> {
  const account = await accountByDisplayId(context.db, displayId);
  if (!account || !isIdAskedFor(displayId, account.displayId)) {
    return { kind: 'refused', refusal: 'not-found' };
  }
  const refusal = whyNoFineHere(account, SITE_SOURCE);
  if (refusal) return { kind: 'refused', refusal };
  const standing = await standingOf(context, account);
  const quote =
    standing.kind === 'fine'
      ? makeQuote(
          context.quoteKey,
          { accountId: account.id, amountUsdCents: standing.amountUsdCents },
          context.now(),
        )
      : null;
  const estimate = await estimateIn(context, standing, country);
  return { kind: 'read', info: { account: recipientOf(account), standing, quote, estimate } };
}
