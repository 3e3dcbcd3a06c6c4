import {
  createCoinPay,
  createFinePay,
  createFinePayByPayerMax,
  readOrderStatus,
  REQUEST_ID_HEADER,
  wireRepeatQuestion,
  type WireObject,
} from '@jawhara/contract';
import {
  CHECKOUT_COM_CARD,
  PAYERMAX_CARD,
  type CardSourceId,
  type DisplayId,
  type OrderId,
} from '@jawhara/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOURA } from '../../../api/test/accounts.ts';
import { answer, refuse, requestsTo, network } from '../../../api/test/network.ts';
import { browserFacts } from '../../../browser/browser-facts.ts';
import { pageViewId } from '../../../browser/ids.ts';
import { storedLogin } from '../../../browser/storage/login.ts';
import { visitFacts, visitMock } from '../../../browser/link.ts';
import { walletSheet } from '../wallet-sheet.ts';
import { createPageScope } from '../../../page-scope.ts';
import { checkoutDeps } from '../checkout-deps.ts';
import { purchase } from './purchase.ts';
import { runPurchaseEffect, type PurchaseDeps } from './purchase-effects.ts';
import type { PaymentInput, PurchaseEvent } from './purchase-state.ts';
import { ATTEMPT, BOUGHT, CREDITED, ORDER, OTHER_ORDER, QUESTION, S } from './test/purchase-samples.ts';

/** The order up to which the payer agreed to buy the same again; null without consent. */
let yes: OrderId | null = null;
const deps: PurchaseDeps = {
  ...checkoutDeps(createPageScope()),
  sheet: walletSheet(),
  confirmRepeat: () => undefined,
  confirmedRepeat: () => yes,
  tokenise: () => Promise.resolve(null),
};
const signal = new AbortController().signal;

let headers = new Headers();
async function place(paymentInput: PaymentInput): Promise<PurchaseEvent | null> {
  network.use(
    answer(createCoinPay, (_order, sent) => {
      headers = sent;
      return { orderId: ORDER, answer: { kind: 'paid' } as const };
    }),
  );
  const attempt = { ...ATTEMPT, ...paymentInput };
  return runPurchaseEffect({ do: 'place', attempt, afterMs: 0 }, deps, signal);
}

beforeEach(() => {
  localStorage.clear();
  yes = null;
  sessionStorage.clear();
});

describe('an order as it leaves the page', () => {
  it('[ORD-20] an order names the earlier order only after the payer confirmed the repeated purchase', async () => {
    await place({ card: { token: 'tok_12345678' } });
    yes = OTHER_ORDER;
    await place({ card: { token: 'tok_12345678' } });
    const sent = requestsTo(createCoinPay).map((wire) => wire['repeat_of']);
    expect(sent).toEqual([undefined, OTHER_ORDER]);
  });

  it('[ORD-20] the server’s repeat-purchase question carries the earlier order; an unreadable question counts as a refusal', async () => {
    const questioned = async (data: WireObject | null) => {
      network.use(answer(createCoinPay, refuse('repeat-purchase', { data })));
      const attempt = { ...ATTEMPT, card: { token: 'tok_12345678' } };
      return runPurchaseEffect({ do: 'place', attempt, afterMs: 0 }, deps, signal);
    };
    expect(await questioned(wireRepeatQuestion.write(QUESTION))).toMatchObject({
      type: 'repeat-asked',
      question: {
        from: 'device',
        repeatOf: OTHER_ORDER,
        order: { orderId: OTHER_ORDER, state: 'delivered' },
      },
    });
    expect(await questioned(null)).toMatchObject({ type: 'place-refused', refusal: 'repeat-purchase' });
  });

  it('[ORD-01] an order is sent with pack, recipient, pay type, card token and request id', async () => {
    storedLogin.write({ sessionKey: 'b'.repeat(64), account: NOURA, storedAtMs: 0 });
    const event = await place({ card: { token: 'tok_12345678' }, browser: browserFacts() });
    expect(event).toEqual({ type: 'placed', orderId: ORDER, answer: { kind: 'paid' } });
    const [sent] = requestsTo(createCoinPay);
    expect(sent).toMatchObject({
      recharge_id: BOUGHT.rechargeId,
      uid: BOUGHT.recipientId,
      pay_type: BOUGHT.payType,
      source: 1,
      ext: JSON.stringify({ page_view_id: pageViewId(Date.now()) }),
    });
    expect(JSON.parse(sent?.['platform_data'] as string)).toMatchObject({ token: 'tok_12345678' });
    for (const optional of ['mock', 'uuid', 'source_id']) expect(sent).not.toHaveProperty(optional);
    expect(headers.get('x-session-key')).toBe('b'.repeat(64));
    expect(headers.get(REQUEST_ID_HEADER)).toBe(ATTEMPT.requestId);
  });

  it('[ORD-01] an order with a saved card names the card by its source id', async () => {
    await place({ card: { sourceId: 'src_saved' as CardSourceId, cvvToken: 'cvv_12345678' } });
    expect(requestsTo(createCoinPay)).toMatchObject([{ source_id: 'src_saved' }]);
  });

  it('[ORD-01] [APP-21] an order contains mock and uuid of the opening link, also when the address has lost them', async () => {
    visitMock({ search: '?mock=3', hash: '' });
    visitFacts({ search: '?uuid=u-1', hash: '' });
    await place({ card: { token: 'tok_12345678' } });
    expect(requestsTo(createCoinPay)).toMatchObject([{ mock: '3', uuid: 'u-1' }]);
  });

  it('[APP-21] the order of a fine contains mock and uuid of the link; at PayerMax’s endpoint only uuid', async () => {
    visitMock({ search: '?mock=3', hash: '' });
    visitFacts({ search: '?uuid=u-1', hash: '' });
    const placed = { orderId: ORDER, answer: { kind: 'paid' } as const };
    network.use(answer(createFinePay, placed), answer(createFinePayByPayerMax, placed));
    const fine = { kind: 'fine', displayId: '7719042' as DisplayId, quoteId: 'quote.seal' } as const;
    for (const payType of [CHECKOUT_COM_CARD, PAYERMAX_CARD]) {
      const attempt = { ...ATTEMPT, card: { token: 'tok_12345678' }, purchase: { ...fine, payType } };
      await runPurchaseEffect({ do: 'place', attempt, afterMs: 0 }, deps, signal);
    }
    expect(requestsTo(createFinePay)).toMatchObject([{ mock: '3', uuid: 'u-1' }]);
    const [byPayerMax] = requestsTo(createFinePayByPayerMax);
    expect(byPayerMax).toMatchObject({ uuid: 'u-1' });
    for (const foreign of ['mock', 'ext']) expect(byPayerMax).not.toHaveProperty(foreign);
  });
});

describe('the fast pay result', () => {
  const asking = { do: 'ask-status', orderId: ORDER, turn: 3, afterMs: 0 } as const;

  it('[ORD-11] an order status with result 0 is a success', async () => {
    const status = {
      result: 0,
      state: 'delivered',
      creditedAt: CREDITED,
      sourceId: 'src_paid' as CardSourceId,
      triedProviders: null,
    } as const;
    network.use(answer(readOrderStatus, status));
    const event = await runPurchaseEffect(asking, deps, signal);
    expect(event).toEqual({ type: 'status-read', orderId: ORDER, turn: 3, status });
    const [next] = purchase(S('watching'), event as PurchaseEvent);
    expect(next.at).toBe('paid');
    expect(requestsTo(readOrderStatus)).toEqual([{ zp_orderid: ORDER }]);
  });

  it.each([
    [-1, 'pending'],
    [1, 'refused'],
  ] as const)('[ORD-11] an order status with result %i is no success', async (result, state) => {
    const status = { result, state, creditedAt: null, sourceId: null, triedProviders: null };
    network.use(answer(readOrderStatus, status));
    const event = await runPurchaseEffect(asking, deps, signal);
    expect(event).toMatchObject({ type: 'status-read', status: { result } });
    const [next] = purchase(S('watching'), event as PurchaseEvent);
    expect(next.at).not.toBe('paid');
  });
});
