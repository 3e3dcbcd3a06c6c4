import { randomUUID } from 'node:crypto';
import {
  accountId,
  cardPayTypeOf,
  isUndecided,
  usdCents,
  type OrderId,
  type ProviderNumber,
  type RechargeId,
} from '@jawhara/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../platform/postgres.ts';
import { openShop, type Shop } from '../test/shop.ts';
import { beginAgain } from './begin-again.ts';
import { beginPayment } from './begin-payment.ts';
import { awaitPayer, giveUpOrder, namePayment, refuseOrder } from './decide-order.ts';
import { deliverOrder } from './deliver-order.ts';
import { endAsking } from './look-at-order.ts';
import { insertOrder, type StoredOrder } from './order.store.ts';
import { takeMoney } from './take-money.ts';

const PRICE = 999;
const RUNS = 120;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const PROVIDERS = [13, 17, 6] as const;

/** Anything three providers, the payer and the clock can say, as often and in whatever order they like. */
const word = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      say: fc.constant('paid' as const),
      provider: fc.constantFrom(...PROVIDERS),
      // A provider may charge a second time by mistake.
      payment: fc.constantFrom(1, 1, 2),
      amount: fc.constantFrom(PRICE, PRICE, PRICE - 1),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      say: fc.constantFrom('refused', 'challenge', 'pending'),
      provider: fc.constantFrom(...PROVIDERS),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ say: fc.constant('turn' as const), provider: fc.constantFrom(...PROVIDERS) }),
  },
  { weight: 1, arbitrary: fc.record({ say: fc.constantFrom('cancel', 'expire', 'end asking') }) },
);
type Word = typeof word extends fc.Arbitrary<infer W> ? W : never;

const nameOf = (orderId: OrderId, provider: ProviderNumber, payment = 1): string =>
  `${orderId}-${provider}-${payment}`;

async function newOrder(): Promise<OrderId> {
  const { context } = shop.app;
  const order: StoredOrder = {
    id: context.newId() as OrderId,
    purpose: 'gems',
    recipientId: accountId(1001),
    rechargeId: 'gems-1060' as RechargeId,
    priceUsdCents: usdCents(PRICE),
    gems: 1060,
    bonusGems: 0,
    payType: cardPayTypeOf(13),
    provider: 13,
    payerDevice: randomUUID(),
    payerAccountId: null,
    savedCardId: null,
    state: 'created',
    outcome: null,
    reasonCode: null,
    challenge: null,
    isHeld: false,
    hasRivals: false,
    createdAt: context.now(),
    creditedAt: null,
  };
  // Nobody sweeps it: what happens to it is said here.
  await inTransaction(context.db, (tx) => insertOrder(tx, order, new Date(Date.now() + 3_600_000)));
  await beginPayment(context, order.id);
  return order.id;
}

async function hear(orderId: OrderId, said: Word): Promise<void> {
  const { context } = shop.app;
  if (!('provider' in said)) {
    if (said.say === 'end asking') await endAsking(context, orderId, [...PROVIDERS]);
    else await giveUpOrder(context, orderId, said.say === 'cancel' ? 'cancelled' : 'expired', 'said so');
    return;
  }
  const { provider } = said;
  const name = { provider, providerPaymentId: nameOf(orderId, provider) };
  if ('amount' in said) {
    const providerPaymentId = nameOf(orderId, provider, said.payment);
    const money = { providerPaymentId, amountMinorUnits: said.amount, currency: 'USD', card: null };
    const taken = await takeMoney(context, orderId, { kind: 'paid', provider, ...money });
    if (taken === 'taken') await deliverOrder(context, orderId);
  } else if (said.say === 'turn') await beginAgain(context, orderId, cardPayTypeOf(provider));
  else if (said.say === 'refused')
    await refuseOrder(context, orderId, { ...name, outcome: 'balance', code: '20051' });
  else if (said.say === 'pending') await namePayment(context, orderId, name);
  else await awaitPayer(context, orderId, { ...name, way: 'page', url: 'https://bank.example/' });
}

interface Expected {
  readonly right: readonly string[];
  readonly wrong: readonly string[];
}

/** By the first amount each payment was told with, in the order in which they were told of. */
function expectedOf(orderId: OrderId, words: readonly Word[]): Expected {
  const first = new Map<string, number>();
  for (const said of words) {
    if (!('amount' in said)) continue;
    const payment = nameOf(orderId, said.provider, said.payment);
    if (!first.has(payment)) first.set(payment, said.amount);
  }
  const told = (isRight: boolean): string[] =>
    [...first].filter(([, amount]) => (amount === PRICE) === isRight).map(([payment]) => payment);
  return { right: told(true), wrong: told(false) };
}

async function rowsOf(orderId: OrderId) {
  const [order] = await shop.db<{ state: StoredOrder['state']; is_held: boolean }[]>`
    select state, is_held from orders where id = ${orderId}`;
  const payments = await shop.db<{ name: string; state: string; is_kept: boolean }[]>`
    select provider_payment_id as name, state, is_kept from payments
    where order_id = ${orderId} and provider_payment_id is not null`;
  const credits = await shop.db`
    select from ledger_transfers where order_id = ${orderId} and kind = 'credit'`;
  const alerts = await shop.db<{ name: string }[]>`
    select provider_payment_id as name from alerts where order_id = ${orderId} and kind = 'amount-mismatch'`;
  if (!order) throw new Error(`no order ${orderId}`);
  return { order, payments, credits: credits.length, alerts: alerts.map(({ name }) => name) };
}

describe('whatever is said about an order, and in whatever order', () => {
  it('[ORD-12] the first right payment is kept and delivered once, other right ones go back, wrong ones are a person’s', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 14 }), async (words) => {
        const orderId = await newOrder();
        for (const said of words) await hear(orderId, said);
        const { right, wrong } = expectedOf(orderId, words);
        const { order, payments, credits, alerts } = await rowsOf(orderId);
        const [kept, ...second] = right;
        const inState = (state: string): string[] =>
          payments
            .filter((one) => one.state === state)
            .map(({ name }) => name)
            .toSorted();
        expect(inState('paid')).toEqual(kept === undefined ? [] : [kept]);
        expect(inState('refunding')).toEqual(second.toSorted());
        expect(inState('wrong-amount')).toEqual(wrong.toSorted());
        expect(payments.filter(({ is_kept }) => is_kept)).toHaveLength(kept === undefined ? 0 : 1);
        expect(credits).toBe(kept === undefined ? 0 : 1);
        expect(alerts).toEqual(expect.arrayContaining([...wrong]));
        expect(order.is_held).toBe(kept === undefined && wrong.length > 0);
        if (kept !== undefined) expect(order.state).toBe('delivered');
        else expect(order.state).not.toMatch(/^(paid|delivered)$/);
        // Once it is held nobody closes it but the right amount or a person.
        const heldFirst = words.findIndex((said) => 'amount' in said && said.amount !== PRICE);
        const closing = words.findIndex(({ say }) => ['cancel', 'expire', 'refused'].includes(say));
        if (order.is_held && (closing === -1 || heldFirst < closing))
          expect(isUndecided(order.state)).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });
});
