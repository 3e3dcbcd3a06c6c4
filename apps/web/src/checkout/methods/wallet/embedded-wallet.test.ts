import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallAnswer } from '../../../api/call-answer.ts';
import type { Call } from '../../../api/create-call.ts';
import { waitExactly } from '../../../browser/waits.ts';
import { beginPurchase, purchase } from '../../machine/purchase/purchase.ts';
import type { Next, PurchaseEvent } from '../../machine/purchase/purchase-state.ts';
import {
  E,
  EVENTS,
  names,
  NOTHING_UNDECIDED,
  ORDER,
  order,
  S,
  WALLET_ATTEMPT,
} from '../../machine/purchase/test/purchase-samples.ts';
import { runCheckout, type RunningCheckout } from '../../machine/run-checkout.ts';
import { CHOOSE_WALLET, confirm, ENTRY, OFFER, pack } from '../../machine/test/checkout-samples.ts';
import { recordedDeps } from '../../machine/test/recorded-deps.ts';
import type { SheetEvents } from '../../machine/wallet-sheet.ts';

const EMBEDDED = { ...WALLET_ATTEMPT.purchase, payType: 31 } as const;
const MERCHANT: PurchaseEvent = {
  type: 'tokenised',
  paymentInput: { card: { walletSheet: true } },
  requestId: 'request-1',
  undecided: NOTHING_UNDECIDED,
};
const TROUBLE = (why: string) => ({ at: 'stopped', problem: { kind: 'wallet', why } });
const CANCEL_EFFECTS = ['close-sheet', 'cancel', 'order-decided'];

function fromPress(...events: readonly PurchaseEvent[]): Next {
  let next: Next = beginPurchase(EMBEDDED, { kind: 'wallet', payType: 31 });
  for (const event of events) next = purchase(next[0], event);
  return next;
}
const TO_BUTTON = [MERCHANT, EVENTS.placed, E('session-opened')] as const;

describe('a button that the provider draws', () => {
  it('[WAL-08] once its order and session exist, the provider’s wallet button is shown and its time limit starts', () => {
    const next = fromPress(...TO_BUTTON);
    expect(next[0]).toEqual({ at: 'sheet-button', orderId: ORDER });
    expect(names(next)).toEqual(['complete-validation', 'time-button']);
  });

  it('[WAL-08] if the provider’s wallet button is not pressed in time, a network problem is shown and the order cancelled', () => {
    const next = fromPress(...TO_BUTTON, E('button-timed-out'));
    expect(next[0]).toEqual(TROUBLE('lost'));
    expect(names(next)).toEqual(CANCEL_EFFECTS);
  });

  it('[WAL-08] after the provider’s wallet button is pressed, its time limit has no effect', () => {
    const next = fromPress(...TO_BUTTON, E('button-pressed'), E('button-timed-out'));
    expect(next).toEqual([{ at: 'sheet-ready', orderId: ORDER }]);
    expect(purchase(next[0], E('sheet-authorised'))[0].at).toBe('sheet-paying');
  });

  it.each([
    ['sheet-cancelled', 'cancelled'],
    ['sheet-failed', 'session'],
  ] as const)(
    '[WAL-06] the event %s before the wallet button is pressed cancels the order, with the problem “%s”',
    (type, why) => {
      const next = fromPress(...TO_BUTTON, E(type));
      expect(next[0]).toEqual(TROUBLE(why));
      expect(names(next)).toEqual(CANCEL_EFFECTS);
    },
  );

  it('a reopened page cancels a created order that was waiting for its wallet button', () => {
    const read: PurchaseEvent = { type: 'order-read', order: { ...order('created'), payType: 31 } };
    expect(names(purchase(S('opening'), read))).toEqual(['cancel']);
  });
});

describe('a wallet payment that is authorised on the page of the provider', () => {
  it('[STP-04] a wallet on its provider’s page creates the order on the press and redirects the payer', () => {
    const paymentInput: PurchaseEvent = { ...MERCHANT, paymentInput: { card: { walletPage: true } } };
    const away: PurchaseEvent = {
      ...EVENTS.placed,
      answer: { kind: 'challenge', way: 'page', url: 'https://provider/1' },
    };
    let next: Next = beginPurchase({ ...EMBEDDED, payType: 25 }, { kind: 'wallet', payType: 25 });
    for (const event of [paymentInput, away]) next = purchase(next[0], event);
    expect(next[0]).toMatchObject({ at: 'sent-away', url: 'https://provider/1' });
    expect(names(next)).toContain('go-to');
    expect(names(next)).not.toContain('open-session');
  });

  it('a reopened page polls a created order whose payer confirms the wallet payment on the provider’s page', () => {
    const read: PurchaseEvent = { type: 'order-read', order: { ...order('created'), payType: 25 } };
    expect(purchase(S('opening'), read)[0].at).toBe('watching');
  });
});

describe('time limits of the wallet button', () => {
  const ok = (value: unknown): CallAnswer<unknown> => ({ kind: 'ok', value });
  const WITH_31 = { ...ENTRY, offer: { ...OFFER, pack: pack(999, 23, 31), wallet: 31 } } as const;

  /** The provider's button has been drawn, and no event of it has come. */
  async function buttonShown(): Promise<{
    running: RunningCheckout;
    received: SheetEvents;
    log: string[];
    timeoutsMs: Map<string, number | undefined>;
  }> {
    const { deps, log } = recordedDeps({
      createCoinPay: () => ok({ orderId: ORDER, answer: { kind: 'pending' } }),
      openWalletSession: () => ok({ sessionJson: '{}' }),
      cancelOrder: () => ok({}),
    });
    const timeoutsMs = new Map<string, number | undefined>();
    const call: Call = (endpoint, request, options) => {
      timeoutsMs.set(endpoint.name, options?.timeoutMs);
      return deps.call(endpoint, request, options);
    };
    const running = runCheckout(WITH_31, { ...deps, call, waitExactly });
    const hears: SheetEvents[] = [];
    running.fields.setWallet((_price, received) => {
      hears.push(received);
      queueMicrotask(received.onMerchant);
      return { completeValidation: () => true, complete: () => undefined, close: () => undefined };
    });
    running.dispatch(CHOOSE_WALLET);
    running.dispatch(confirm());
    await vi.advanceTimersByTimeAsync(1);
    const [received] = hears;
    if (received === undefined) throw new Error('no wallet was opened');
    expect(running.getState()).toMatchObject({ purchase: { at: 'sheet-button' } });
    return { running, received, log, timeoutsMs };
  }

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('[WAL-08] the session of the wallet button is requested with a limit of fifteen seconds', async () => {
    const { timeoutsMs } = await buttonShown();
    expect(timeoutsMs.get('openWalletSession')).toBe(15_000);
  });

  it('[WAL-08] an order whose wallet button is not pressed within sixty seconds is cancelled', async () => {
    const { running, log } = await buttonShown();
    await vi.advanceTimersByTimeAsync(59_900);
    expect(running.getState()).toMatchObject({ purchase: { at: 'sheet-button' } });
    await vi.advanceTimersByTimeAsync(200);
    expect(running.getState()).toMatchObject({ checkout: { stopped: { kind: 'wallet', why: 'lost' } } });
    expect(log).toContain('call cancelOrder');
  });

  it('[WAL-08] an order whose wallet button was pressed in time is not cancelled after the minute', async () => {
    const { running, received } = await buttonShown();
    await vi.advanceTimersByTimeAsync(30_000);
    received.onPressed();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(running.getState()).toMatchObject({ purchase: { at: 'sheet-ready' } });
  });
});
