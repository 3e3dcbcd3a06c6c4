import type { FineInfo } from '@jawhara/contract';
import {
  estimateOf,
  fineStanding,
  localMoneyIn,
  type AccountId,
  type DisplayId,
  type Estimate,
  type FinePrices,
  type FineStanding,
} from '@jawhara/domain';
import type { AccountDirectory } from '../accounts/account-directory.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/postgres.ts';
import type { RecipientAnswer, RecipientDirectory } from '../recipients/recipient-directory.ts';
import { currentSettings } from '../site-config/site-config.store.ts';
import type { BanDirectory } from './ban-directory.ts';
import { makeQuote, type QuoteKeys } from './fine-quote.ts';

export interface FineContext {
  readonly db: Db;
  readonly now: Clock;
  readonly prices: FinePrices;
  readonly quoteKeys: QuoteKeys;
  readonly accounts: AccountDirectory;
  readonly recipients: RecipientDirectory;
  readonly bans: BanDirectory;
}

/** The facts about an account that decide its fine. */
export interface FinedAccountFacts {
  readonly accountId: AccountId;
  readonly isBanned: boolean;
}

/** An account that is not banned owes nothing, even if an old ban is still recorded. */
export async function standingOf(
  { bans, prices, now }: FineContext,
  { accountId, isBanned }: FinedAccountFacts,
): Promise<FineStanding | { readonly kind: 'not-reachable' }> {
  const answer = isBanned ? await bans.banOf(accountId) : ({ kind: 'free' } as const);
  if (answer.kind === 'not-reachable') return answer;
  return fineStanding(answer.kind === 'banned' ? answer.ban : null, prices, now());
}

export type FineRead =
  | { readonly kind: 'read'; readonly info: FineInfo }
  | Exclude<RecipientAnswer, { kind: 'found' }>;

/** The amount owed, estimated in the payer's local currency where that is possible. */
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
  const found = await context.recipients.findRecipient({ displayId, purpose: 'fine' });
  if (found.kind !== 'found') return found;
  const { recipient, isBanned } = found;
  const { accountId } = recipient;
  const standing = await standingOf(context, { accountId, isBanned });
  if (standing.kind === 'not-reachable') return standing;
  const quote =
    standing.kind === 'fine'
      ? makeQuote(context.quoteKeys, { accountId, amountUsdCents: standing.amountUsdCents }, context.now())
      : null;
  const estimate = await estimateIn(context, standing, country);
  return { kind: 'read', info: { account: recipient, standing, quote, estimate } };
}
