import {
  accountId,
  booksOf,
  cardPayTypeOf,
  goneBack,
  isAllGone,
  isHonoured,
  isUndecided,
  joinReturns,
  findAcceptedPayment,
  newReturn,
  returnsOf,
  RETURN_STAGE_NAMES,
  type BookEntry,
  type OrderFacts,
  type OrderId,
  type OrderState,
  type PaymentFact,
  type ProviderNumber,
  type ReturnFact,
} from '@jawhara/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writtenBooks } from '../ledger/ledger.store.ts';
import { inTransaction } from '../platform/postgres.ts';
import { providerRegistry } from '../providers/registry.ts';
import { startedOrder, GEMS, PRICE } from '../test/started-order.ts';
import { propertyRuns } from '../test/property-runs.ts';
import { balanceOf, openShop, type Shop } from '../test/shop.ts';
import { acceptPayment } from './paying/wrong-amount.ts';
import { beginAgain } from './paying/begin-payment.ts';
import { awaitPayer, giveUpOrder, namePayment, refuseOrder } from './paying/decide-order.ts';
import { deliverOrder } from './delivery/deliver-order.ts';
import { finishCheck } from './follow-up/check-order.ts';
import { takeMoney } from './paying/take-money.ts';
import { takeReturn } from './refunds/take-return.ts';

const PATIENCE_MS = 60_000 + 300 * propertyRuns(120);
let shop: Shop;
beforeAll(async () => {
  // No sweeper runs: the test decides what happens to an order.
  shop = await openShop({ env: { SWEEP_EVERY_MS: '3600000' } });
});
afterAll(() => shop.close());

const PROVIDERS = [13, 17, 6] as const;
const provider = fc.constantFrom(...PROVIDERS);
/** A provider may charge a second time by mistake (2), or another amount than the price (3, 4). */
const AMOUNTS = { 1: PRICE, 2: PRICE, 3: PRICE - 1, 4: PRICE + 1 } as const;
type Payment = keyof typeof AMOUNTS;
const payment = fc.constantFrom<Payment[]>(1, 1, 1, 2, 3, 4);

/** A random event from a provider, the payer, the operator or the clock. Tests mix and repeat these events at random. */
const word = fc.oneof(
  { weight: 5, arbitrary: fc.record({ say: fc.constant('paid' as const), provider, payment }) },
  {
    weight: 5,
    arbitrary: fc.record({
      say: fc.constant('returned' as const),
      provider,
      payment,
      how: fc.constantFrom('refund' as const, 'dispute' as const, 'dispute' as const, 'reversal' as const),
      number: fc.constantFrom(1, 2),
      stage: fc.constantFrom(...RETURN_STAGE_NAMES),
      minorUnits: fc.constantFrom(null, 1, 400, 599, PRICE),
      currency: fc.constantFrom('USD', 'USD', 'USD', 'SAR'),
      fee: fc.constantFrom(null, null, 1_500),
      isNamed: fc.constantFrom(true, true, false),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ say: fc.constantFrom('refused' as const, 'challenge', 'pending'), provider }),
  },
  { weight: 2, arbitrary: fc.record({ say: fc.constant('turn' as const), provider }) },
  {
    weight: 2,
    arbitrary: fc.record({ say: fc.constantFrom('cancel' as const, 'expire', 'look', 'deliver') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      say: fc.constant('accept' as const),
      provider,
      payment: fc.constantFrom<Payment[]>(3, 4),
    }),
  },
);
type ProviderUpdate = typeof word extends fc.Arbitrary<infer W> ? W : never;
type ReturnedUpdate = Extract<ProviderUpdate, { say: 'returned' }>;

const nameOf = (orderId: OrderId, from: ProviderNumber, no: number) => `${orderId}-${from}-${no}`;

function returnIn(orderId: OrderId, said: ReturnedUpdate) {
  const name = nameOf(orderId, said.provider, said.payment);
  return {
    returnId: `${name}-${said.how}-${said.number}`,
    how: said.how,
    stage: said.stage,
    providerPaymentId: said.isNamed ? name : null,
    money: said.minorUnits === null ? null : { currency: said.currency, minorUnits: said.minorUnits },
    fee: said.fee === null ? null : { currency: 'USD', minorUnits: said.fee },
  };
}

async function hear(orderId: OrderId, said: ProviderUpdate): Promise<void> {
  const { context } = shop.app;
  switch (said.say) {
    case 'paid': {
      const providerPaymentId = nameOf(orderId, said.provider, said.payment);
      const money = { currency: 'USD', minorUnits: AMOUNTS[said.payment] };
      const paid = { kind: 'paid' as const, card: null, paidWith: null, providerPaymentId, money };
      const { outcome } = await takeMoney(context, orderId, { ...paid, provider: said.provider });
      if (outcome === 'taken') await deliverOrder(context, orderId);
      return;
    }
    case 'returned': {
      const update = { provider: said.provider, word: returnIn(orderId, said) };
      if ((await takeReturn(context, orderId, update)) === 'paid') await deliverOrder(context, orderId);
      return;
    }
    case 'turn':
      await beginAgain(context, orderId, { payType: cardPayTypeOf(said.provider), savedCardId: null });
      return;
    case 'accept': {
      const providerPaymentId = nameOf(orderId, said.provider, said.payment);
      const accepted = await inTransaction(context.db, (tx) =>
        acceptPayment(tx, context, orderId, { provider: said.provider, providerPaymentId }),
      );
      if (accepted === 'accepted') await deliverOrder(context, orderId);
      return;
    }
    case 'cancel':
    case 'expire':
      await giveUpOrder(context, orderId, said.say === 'cancel' ? 'cancelled' : 'expired', 'said so');
      return;
    case 'look':
      await finishCheck(context, providerRegistry([]), orderId, []);
      return;
    case 'deliver':
      await deliverOrder(context, orderId);
      return;
    default: {
      const name = { provider: said.provider, providerPaymentId: nameOf(orderId, said.provider, 1) };
      if (said.say === 'refused')
        await refuseOrder(context, orderId, { ...name, outcome: 'balance', code: '20051' });
      else if (said.say === 'pending') await namePayment(context, orderId, name);
      else await awaitPayer(context, orderId, { ...name, way: 'page', url: 'https://bank.example/' });
    }
  }
}

/** The facts that the shop must have stored in the end, computed from the updates alone. */
function factsIn(orderId: OrderId, words: readonly ProviderUpdate[]): OrderFacts {
  const payments = new Map<string, PaymentFact>();
  const returns = new Map<string, ReturnFact>();
  const hasPayment = () => [...payments.values()].some(({ standing }) => standing === 'kept');
  for (const said of words) {
    if (said.say === 'paid') {
      const providerPaymentId = nameOf(orderId, said.provider, said.payment);
      if (payments.has(providerPaymentId)) continue;
      const money = { currency: 'USD', minorUnits: AMOUNTS[said.payment] };
      const standing = money.minorUnits !== PRICE ? 'wrong-amount' : hasPayment() ? 'second' : 'kept';
      payments.set(providerPaymentId, { provider: said.provider, providerPaymentId, money, standing });
    }
    if (said.say === 'accept') {
      const known = payments.get(nameOf(orderId, said.provider, said.payment));
      if (known && !hasPayment()) payments.set(known.providerPaymentId, { ...known, standing: 'kept' });
    }
    if (said.say === 'returned') {
      const fresh = newReturn(returnIn(orderId, said));
      const before = returns.get(fresh.returnId);
      returns.set(fresh.returnId, {
        provider: said.provider,
        ...(before ? joinReturns(before, fresh) : fresh),
      });
    }
  }
  const known = [...payments.values()];
  return {
    purpose: 'gems',
    recipientId: accountId(1001),
    gems: GEMS,
    gemsForgiven: 0,
    gemsMoved: null,
    isHonoured: known.some(({ standing }) => standing === 'kept'),
    payments: known,
    returns: [...returns.values()],
  };
}

function sheet(entries: readonly BookEntry[]): Record<string, number> {
  return Object.fromEntries(entries.map(({ account, unit, amount }) => [`${account} ${unit}`, amount]));
}

function stateIn(facts: OrderFacts): OrderState | 'not paid' {
  const acceptedPayment = findAcceptedPayment(facts);
  if (acceptedPayment === null) return 'not paid';
  const gone = goneBack(acceptedPayment.money, returnsOf(acceptedPayment, facts));
  if (gone.minorUnits < acceptedPayment.money.minorUnits) return 'delivered';
  return gone.isDisputed ? 'charged-back' : 'refunded';
}

async function rowsOf(orderId: OrderId) {
  const [order] = await shop.db<{ state: OrderState; is_held: boolean }[]>`
    select state, is_held from orders where id = ${orderId}`;
  const refunds = await shop.db<{ name: string }[]>`
    select provider_payment_id as name from refunds where order_id = ${orderId}`;
  const alerts = await shop.db<{ kind: string; name: string }[]>`
    select kind, provider_payment_id as name from alerts where order_id = ${orderId}`;
  if (!order) throw new Error(`no order ${orderId}`);
  const raised = (kind: string) => alerts.filter((alert) => alert.kind === kind).map(({ name }) => name);
  return { order, refunds: refunds.map(({ name }) => name).toSorted(), raised };
}

const namesOf = ({ payments }: OrderFacts, standing: PaymentFact['standing']): string[] =>
  payments.flatMap((one) => (one.standing === standing ? [one.providerPaymentId] : [])).toSorted();

async function expectTruth(orderId: OrderId, words: readonly ProviderUpdate[]): Promise<void> {
  const facts = factsIn(orderId, words);
  const { order, refunds, raised } = await rowsOf(orderId);
  expect(sheet(await writtenBooks(shop.db, orderId))).toEqual(sheet(booksOf(facts)));
  const wanted = stateIn(facts);
  if (wanted === 'not paid') expect(isHonoured(order.state) || order.state === 'paid').toBe(false);
  else expect(order.state).toBe(wanted);
  expect(refunds).toEqual(namesOf(facts, 'second'));
  expect(raised('second-payment').toSorted()).toEqual(namesOf(facts, 'second'));
  expect(raised('amount-mismatch')).toEqual(expect.arrayContaining(namesOf(facts, 'wrong-amount')));
  const isLeft = facts.payments.some((one) => one.standing === 'wrong-amount' && !isAllGone(one, facts));
  expect(order.is_held).toBe(wanted === 'not paid' && isLeft);
  for (const one of facts.payments) {
    const gone = goneBack(one.money, returnsOf(one, facts));
    if (gone.isMoreThanPaid) expect(raised('returned-more-than-paid')).toContain(one.providerPaymentId);
    if (gone.isIncomparable) expect(raised('return-in-other-currency')).toContain(one.providerPaymentId);
  }
  // A hold ends only by the right amount, by an operator, or by a refund or dispute.
  if (words.some(({ say }) => say === 'returned')) return;
  const heldFirst = words.findIndex((said) => said.say === 'paid' && AMOUNTS[said.payment] !== PRICE);
  const closing = words.findIndex(({ say }) => ['cancel', 'expire', 'refused'].includes(say));
  if (order.is_held && (closing === -1 || heldFirst < closing)) expect(isUndecided(order.state)).toBe(true);
}

describe('random reports about an order, in any order', () => {
  it(
    '[ORD-12] [ORD-16] [ORD-17] after random payments, refusals, refunds and disputes of an order its ledger equals the one computed from them',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 14 }), async (words) => {
          const orderId = await startedOrder(shop);
          for (const said of words) await hear(orderId, said);
          await expectTruth(orderId, words);
        }),
        { numRuns: propertyRuns(120) },
      );
    },
    PATIENCE_MS,
  );

  it(
    '[ORD-16] the reports about an order lead to the same ledger in whatever order they arrive',
    async () => {
      // Of two right payments the first to arrive is accepted, so the order of reports would matter: keep one.
      const oneRight = fc
        .array(word, { minLength: 2, maxLength: 10 })
        .map((words) =>
          words.filter(
            (said) =>
              said.say !== 'accept' &&
              (said.say !== 'paid' ||
                AMOUNTS[said.payment] !== PRICE ||
                (said.provider === 13 && said.payment === 1)),
          ),
        );
      const shuffled = oneRight.chain((words) =>
        fc.tuple(
          fc.constant(words),
          fc.shuffledSubarray(words, { minLength: words.length, maxLength: words.length }),
        ),
      );
      await fc.assert(
        fc.asyncProperty(shuffled, async ([words, others]) => {
          const [one, two] = [await startedOrder(shop), await startedOrder(shop)];
          for (const said of words) await hear(one, said);
          for (const said of others) await hear(two, said);
          expect(sheet(await writtenBooks(shop.db, two))).toEqual(sheet(await writtenBooks(shop.db, one)));
          expect(stateIn(factsIn(one, words))).toBe(stateIn(factsIn(two, others)));
          await expectTruth(two, others);
        }),
        { numRuns: propertyRuns(60) },
      );
    },
    PATIENCE_MS,
  );

  it('[ORD-17] the gem balance of an account equals the sum of its ledger entries after random reports', async () => {
    const [sum] = await shop.db<{ gems: number }[]>`
      select sum(amount)::int as gems from ledger_entries where ledger_account = 'account:1001' and unit = 'gem'`;
    expect(await balanceOf(shop.db, 1001)).toBe(sum?.gems);
  });
});
