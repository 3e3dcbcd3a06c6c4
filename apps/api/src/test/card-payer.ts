import { randomUUID } from 'node:crypto';
import {
  createCoinPay,
  listSavedCards,
  logInWithTicket,
  readCardOfOrder,
  updateSavedCard,
  type CardUpdate,
  type OrderPlaced,
} from '@jawhara/contract';
import {
  accountId,
  CHECKOUT_COM_CARD,
  type CardExpiry,
  type CardSourceId,
  type OrderId,
  type RechargeId,
  type SavedCard,
} from '@jawhara/domain';
import { expect, vi } from 'vitest';
import { ANY_REPEAT } from '../../../../tools/test/any-repeat.ts';
import { orderState, type Called, type Shop, type Visitor } from './shop.ts';
import { PATIENCE_MS } from '../../../../tools/test/patience.ts';

type Headers = Record<string, string>;

export async function cardsOf(visitor: Visitor, headers: Headers = {}): Promise<SavedCard[]> {
  const { value } = await visitor.call(listSavedCards, {}, headers);
  return (value ?? []).flatMap((source) => (source.kind === 'saved-card' ? [source.card] : []));
}

export async function firstCard(visitor: Visitor): Promise<SavedCard> {
  const [card] = await cardsOf(visitor);
  if (!card) throw new Error('no card was saved');
  return card;
}

export function placed(called: Called<OrderPlaced>): OrderPlaced {
  if (!called.value) throw new Error(`not placed: ${called.refusal ?? called.status}`);
  return called.value;
}

export interface CardPayer {
  readonly visitor: Visitor;
  readonly orderId: OrderId;
  readonly card: SavedCard;
}

/** The card of this order whose payer has not yet answered whether to save it. */
export async function findPendingCard(
  visitor: Visitor,
  orderId: OrderId,
  headers: Headers = {},
): Promise<SavedCard> {
  const { value } = await visitor.call(readCardOfOrder, { orderId }, headers);
  if (!value?.card) throw new Error('no card is asked about');
  return value.card;
}

/** Agrees to save the card of this order. */
export async function rememberCard(
  visitor: Visitor,
  orderId: OrderId,
  headers: Headers = {},
): Promise<SavedCard> {
  const { sourceId, fingerprint } = await findPendingCard(visitor, orderId, headers);
  await updateCard(visitor, sourceId, { remember: 'remember-ar-1' }, headers);
  const savedCard = (await cardsOf(visitor, headers)).find((card) => card.fingerprint === fingerprint);
  if (!savedCard) throw new Error('the card was not kept');
  return savedCard;
}

/** A device with one card that has paid and is saved. */
export async function cardPayer(
  shop: Shop,
  scenario: Parameters<Visitor['buy']>[0] = 'approve',
): Promise<CardPayer> {
  const visitor = shop.visitor();
  const { orderId } = placed(await visitor.buy(scenario));
  return { visitor, orderId, card: await rememberCard(visitor, orderId) };
}

/** Pays with a saved card. Uses a new CVV token, unless the options have one, or null for no token. */
export async function payAgain(
  shop: Shop,
  visitor: Visitor,
  sourceId: CardSourceId,
  options: { cvvToken?: string | null; headers?: Headers; requestId?: string } = {},
): Promise<Called<OrderPlaced>> {
  const cvvToken = options.cvvToken === undefined ? await shop.cvvToken() : options.cvvToken;
  return visitor.call(
    createCoinPay,
    {
      rechargeId: 'gems-1060' as RechargeId,
      recipientId: accountId(1002),
      payType: CHECKOUT_COM_CARD,
      card: { sourceId, cvvToken },
      repeatOf: ANY_REPEAT,
    },
    { 'x-request-id': options.requestId ?? randomUUID(), ...options.headers },
  );
}

export function updateCard(
  visitor: Visitor,
  sourceId: CardSourceId,
  change: Partial<CardUpdate>,
  headers: Headers = {},
): Promise<Called<object>> {
  return visitor.call(updateSavedCard, { sourceId, expiry: null, remember: null, ...change }, headers);
}

export function yearsLater(expiry: CardExpiry, years: number): CardExpiry {
  return `${expiry.slice(0, 3)}${Number(expiry.slice(3)) + years}` as CardExpiry;
}

export async function sessionOf(shop: Shop, account: number): Promise<Headers> {
  const { value } = await shop.visitor().call(logInWithTicket, { ticket: await shop.ticket(account) });
  if (!value) throw new Error('not signed in');
  return { 'x-session-key': value.sessionKey };
}

/** Waits until the order has this state, which a webhook or a scheduled check may bring a little later. */
export async function becomes(shop: Shop, orderId: OrderId, state: string): Promise<void> {
  await vi.waitFor(async () => expect(await orderState(shop.db, orderId)).toBe(state), {
    timeout: PATIENCE_MS,
    interval: 50,
  });
}
