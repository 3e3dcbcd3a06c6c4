import {
  PAYERMAX_CARD,
  isPackOffered,
  payerReferenceOf,
  providerOf,
  type CardOwner,
  type RechargeId,
  type UsdCents,
} from '@jawhara/domain';
import type { Logger } from 'pino';
import { packOnSale } from '../gem-packs/gem-pack.store.ts';
import type { Db } from '../platform/postgres.ts';
import type { CardSession, PaymentProvider } from '../providers/provider.ts';
import type { ProviderRegistry } from '../providers/registry.ts';

export interface CardSessionDeps {
  readonly db: Db;
  readonly logger: Logger;
  readonly providers: ProviderRegistry;
}

export type SessionOpened =
  | Extract<CardSession, { kind: 'opened' }>
  | {
      readonly kind: 'refused';
      readonly refusal: 'pack-not-found' | 'pay-type-not-offered' | 'payments-paused';
    };

type SessionRefused = Extract<SessionOpened, { kind: 'refused' }>;

function refused(refusal: SessionRefused['refusal']): SessionRefused {
  return { kind: 'refused', refusal };
}

function providerWithSessions({ providers }: CardSessionDeps): PaymentProvider | null {
  const number = providerOf(PAYERMAX_CARD);
  return number !== null && providers.has(number) ? providers.get(number) : null;
}

async function priceOf(
  { db }: CardSessionDeps,
  rechargeId: RechargeId,
  isLoggedIn: boolean,
): Promise<UsdCents | SessionRefused> {
  const pack = await packOnSale(db, rechargeId);
  if (!pack || !isPackOffered(pack, { isNewPayer: false, isLoggedIn })) return refused('pack-not-found');
  return pack.payTypes.includes(PAYERMAX_CARD) ? pack.priceUsdCents : refused('pay-type-not-offered');
}

/**
 * Opens a session for PayerMax's card fields. The session belongs to the payer: a card typed in it can pay only that
 * payer's orders. `rechargeId` is the pack; null for a fine.
 */
export async function openCardSession(
  deps: CardSessionDeps,
  rechargeId: RechargeId | null,
  payer: CardOwner,
): Promise<SessionOpened> {
  const provider = providerWithSessions(deps);
  if (!provider?.openCardSession) return refused('pay-type-not-offered');
  const price = rechargeId === null ? null : await priceOf(deps, rechargeId, payer.accountId !== null);
  if (typeof price === 'object' && price !== null) return price;
  const session = await provider.openCardSession({
    payerReference: payerReferenceOf(payer),
    amountUsdCents: price,
  });
  if (session.kind === 'opened') return session;
  deps.logger.warn({ provider: provider.number, session }, 'no session for the card fields');
  return refused('payments-paused');
}
