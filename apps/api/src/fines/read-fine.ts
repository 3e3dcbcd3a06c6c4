import type { FineInfo } from '@jawhara/contract';
import {
  fineStanding,
  isIdAskedFor,
  recipientOf,
  whyNoFineHere,
  type Account,
  type DisplayId,
  type FineStanding,
  type RechargeRefusal,
  type UsdCents,
} from '@jawhara/domain';
import { accountByDisplayId } from '../accounts/account.store.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/postgres.ts';
import { SITE_SOURCE } from '../recipients/find-recipient.ts';
import { banOfAccount } from './ban.store.ts';
import { makeQuote } from './fine-quote.ts';

export interface FineContext {
  readonly db: Db;
  readonly now: Clock;
  /** What the first refund ban costs. */
  readonly baseUsdCents: UsdCents;
  readonly quoteKey: Uint8Array;
}

/** An account that is not banned owes nothing, whatever is still written of an old ban. */
export async function standingOf(context: FineContext, account: Account): Promise<FineStanding> {
  const ban = account.status === 'banned' ? await banOfAccount(context.db, account.id) : null;
  return fineStanding(ban, context.baseUsdCents, context.now());
}

export type FineRead =
  | { readonly kind: 'read'; readonly info: FineInfo }
  | { readonly kind: 'refused'; readonly refusal: Exclude<RechargeRefusal, 'banned'> };

export async function readFine(context: FineContext, displayId: DisplayId): Promise<FineRead> {
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
  return { kind: 'read', info: { account: recipientOf(account), standing, quote } };
}
