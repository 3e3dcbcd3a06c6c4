import type { OrderId } from '@jawhara/domain';
import { describe, expect, it, vi } from 'vitest';
import type { CallAnswer } from '../../api/call-answer.ts';
import { FRESH, order, OTHER_ORDER } from './purchase/test/purchase-samples.ts';
import { runCheckout, type CheckoutDeps } from './run-checkout.ts';
import {
  CARDS,
  cardsRead,
  CHOOSE_WALLET,
  chooseCard,
  confirm,
  ENTRY,
  NOW,
  OFFER,
  pack,
  update,
} from './test/checkout-samples.ts';
import { recordedDeps } from './test/recorded-deps.ts';

const ONE_CARD = { ...ENTRY, offer: { ...OFFER, wallet: null } };
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('running the effects of the checkout', () => {
  it('the checkout reads the cards at its start, and informs subscribers of changes only', () => {
    const { deps, log } = recordedDeps();
    const running = runCheckout(ONE_CARD, deps);
    expect(log).toEqual(['read cards']);
    const onChange = vi.fn<() => void>();
    const stop = running.subscribe(onChange);
    running.dispatch({ type: 'stay-pressed' });
    expect(onChange).not.toHaveBeenCalled();
    running.dispatch(cardsRead(CARDS.valid13));
    expect(onChange).toHaveBeenCalledTimes(1);
    stop();
    running.dispatch(confirm());
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it('dispatching a press returns the new state of the checkout', () => {
    const { deps, log } = recordedDeps();
    const running = runCheckout(ONE_CARD, deps);
    running.dispatch(cardsRead(CARDS.valid13, CARDS.older13));
    const next = running.dispatch(chooseCard(CARDS.older13));
    expect(next).toBe(running.getState());
    expect(log).toEqual(['read cards', 'keep src_older']);
    running.dispatch(confirm());
    running.dispatch(confirm());
    expect(running.getState()).toMatchObject({ at: 'purchasing', use: { kind: 'saved-card' } });
  });

  it.each([
    ['updated', 'choosing', ['read cards', 'say expiry-updated']],
    ['refused', 'entering', []],
    ['lost', 'entering', []],
  ] as const)(
    'an update of a card’s date that is %s returns to the list if updated, and stays on the step otherwise',
    async (answer, at, follows) => {
      const { deps, log } = recordedDeps({}, answer);
      const running = runCheckout(ONE_CARD, deps);
      running.dispatch(cardsRead(CARDS.expired13));
      running.dispatch(update(CARDS.expired13));
      running.dispatch(confirm());
      expect(running.getState()).toMatchObject({ at: 'entering', update: { isPaidAfter: false } });
      await settled();
      expect(running.getState()).toMatchObject(at === 'choosing' ? { at } : { at, update: null });
      expect(log).toEqual(['read cards', 'update src_expired 07/31', ...follows]);
    },
  );

  it.each([
    [true, null, ['read cards']],
    [false, 'card-not-deleted', []],
  ] as const)(
    'deleting a card (success: %s) reads the cards again, or shows a problem if it failed',
    async (answer, problem, follows) => {
      const { deps, log } = recordedDeps({}, 'updated', answer);
      const running = runCheckout(ONE_CARD, deps);
      running.dispatch(cardsRead(CARDS.valid13));
      running.dispatch({ type: 'delete-pressed', sourceId: CARDS.valid13.sourceId });
      running.dispatch({ type: 'delete-confirmed' });
      await settled();
      expect(running.getState()).toMatchObject({ at: 'choosing', popup: null, problem });
      expect(log).toEqual(['read cards', 'delete print-src_valid', ...follows]);
    },
  );

  it('confirm requests the card from the fields of the current step only', async () => {
    const { deps } = recordedDeps();
    const running = runCheckout(ONE_CARD, deps);
    const prompted: string[] = [];
    for (const [name, set] of Object.entries(running.fields))
      set(() => {
        prompted.push(name);
        return Promise.resolve(null);
      });
    running.dispatch(cardsRead(CARDS.valid13));
    running.dispatch(confirm());
    running.dispatch(confirm());
    await settled();
    expect(prompted).toEqual(['setCvv']);
    expect(running.getState().checkout.stopped).toEqual({ kind: 'card-not-read' });
  });

  it('a closed page ignores a late answer about its order', async () => {
    const { deps, log } = recordedDeps();
    let answerNow: (answer: CallAnswer<unknown>) => void = () => undefined;
    const prompted = new Promise<CallAnswer<unknown>>((resolve) => (answerNow = resolve));
    const running = runCheckout(ONE_CARD, { ...deps, call: () => prompted as never });
    const entry = { ...FRESH, orderId: order('paid').orderId };
    running.dispatch({ type: 'page-opened', entry });
    const left = running.dispatch({ type: 'page-closed' });
    answerNow({ kind: 'ok', value: order('paid') });
    await settled();
    expect(running.getState()).toBe(left);
    expect(log).toEqual(['read cards']);
  });

  it('a late answer about one order is ignored after the page was opened with another order', async () => {
    const answers: ((answer: CallAnswer<unknown>) => void)[] = [];
    const call: CheckoutDeps['call'] = () => new Promise((resolve) => answers.push(resolve as never));
    const running = runCheckout(ONE_CARD, { ...recordedDeps().deps, call });
    running.dispatch({ type: 'page-opened', entry: { ...FRESH, orderId: order('paid').orderId } });
    await settled();
    const opened = running.dispatch({ type: 'page-opened', entry: { ...FRESH, orderId: OTHER_ORDER } });
    answers[0]?.({ kind: 'ok', value: order('paid') });
    await settled();
    expect(running.getState()).toBe(opened);
  });

  it('a wallet’s sheet closes when the page is opened on another purchase', async () => {
    const call: CheckoutDeps['call'] = () => new Promise(() => undefined);
    const running = runCheckout(ENTRY, { ...recordedDeps().deps, call });
    const close = vi.fn<() => void>();
    running.fields.setWallet(() => ({ completeValidation: () => true, complete: close, close }));
    running.dispatch(cardsRead());
    running.dispatch(CHOOSE_WALLET);
    expect(running.dispatch(confirm())).toMatchObject({ purchase: { at: 'tokenising' } });
    running.dispatch({ type: 'page-opened', entry: { ...FRESH, orderId: OTHER_ORDER } });
    await settled();
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('a late answer to cancelling one order is not applied to the next order', async () => {
    const answers: Record<string, ((value: unknown) => void)[]> = {};
    const call: CheckoutDeps['call'] = ({ name }) =>
      new Promise((resolve) => {
        (answers[name] ??= []).push((value) => resolve({ kind: 'ok', value } as never));
      });
    const { deps } = recordedDeps();
    const pack26 = pack(999, 23, 26);
    const offer = { ...OFFER, pack: pack26, packs: [pack26], wallet: 26 } as const;
    const running = runCheckout({ ...ENTRY, offer }, { ...deps, call });
    let cancelSheet = (): void => undefined;
    running.fields.setWallet((_price, sheetEvents) => {
      cancelSheet = sheetEvents.onCancelled;
      sheetEvents.onMerchant();
      return { completeValidation: () => true, complete: () => undefined, close: () => undefined };
    });
    running.fields.setCvv(() =>
      Promise.resolve({ card: { sourceId: CARDS.valid13.sourceId, cvvToken: 'c' } }),
    );
    running.dispatch(cardsRead(CARDS.valid13));
    running.dispatch(CHOOSE_WALLET);
    running.dispatch(confirm());
    await settled();
    answers['createCoinPay']?.[0]?.({ orderId: order('paid').orderId, answer: { kind: 'pending' } });
    await settled();
    cancelSheet();
    running.dispatch(chooseCard(CARDS.valid13));
    running.dispatch(confirm());
    running.dispatch(confirm());
    await settled();
    const challenge = { kind: 'challenge', way: 'frame', url: 'https://bank' };
    answers['createCoinPay']?.[1]?.({ orderId: OTHER_ORDER, answer: challenge });
    await settled();
    const cancelling = running.dispatch({ type: 'give-up-pressed' });
    expect(cancelling).toMatchObject({ purchase: { at: 'cancelling', orderId: OTHER_ORDER } });
    answers['cancelOrder']?.[0]?.({});
    await settled();
    expect(running.getState()).toBe(cancelling);
  });

  it('reports of the card that paid an order are received as long as the result of the order is shown', () => {
    const { deps, log } = recordedDeps();
    const sheetEvents: { orderId: OrderId; signal: AbortSignal }[] = [];
    const running = runCheckout(ONE_CARD, {
      ...deps,
      watchCard: (orderId, onCard, signal) => {
        sheetEvents.push({ orderId, signal });
        onCard(CARDS.valid13);
      },
    });
    const { orderId } = order('paid');
    const entry = { ...FRESH, orderId };
    running.dispatch({ type: 'page-opened', entry });
    running.dispatch({ type: 'order-read', order: order('paid') });
    expect(running.getState()).toMatchObject({ at: 'ended', end: { used: { card: CARDS.valid13 } } });
    expect(log).toContain('keep purchase with src_valid');
    expect(sheetEvents).toMatchObject([{ orderId, signal: { aborted: false } }]);
    running.dispatch({ type: 'close-pressed' });
    expect(sheetEvents).toMatchObject([{ orderId, signal: { aborted: true } }]);
  });

  it('reports of the card of a refused order are not received any more when the next payment starts', async () => {
    const { valid17 } = CARDS;
    const refused = { ...order('refused'), payType: 27 } as const;
    const answers: Record<string, unknown> = {
      createCoinPay: { orderId: refused.orderId, answer: { kind: 'refused', outcome: 'verify' } },
      readOrderFailure: { outcome: 'verify', code: null, reason: null },
    };
    const call: CheckoutDeps['call'] = ({ name }) =>
      Promise.resolve({ kind: 'ok', value: answers[name] } as never);
    const sheetEvents: AbortSignal[] = [];
    const running = runCheckout(
      { ...ONE_CARD, withoutCvv: [27] },
      { ...recordedDeps().deps, call, watchCard: (_orderId, _onCard, signal) => sheetEvents.push(signal) },
    );
    running.fields.setCvv(() => Promise.resolve({ card: { sourceId: valid17.sourceId, cvvToken: null } }));
    running.dispatch(cardsRead(valid17));
    running.dispatch(confirm());
    running.dispatch(confirm());
    await vi.waitFor(() => expect(running.getState().at).toBe('ended'));
    running.dispatch({ type: 'order-known', order: refused });
    expect(sheetEvents).toMatchObject([{ aborted: false }]);
    const next = running.dispatch({ type: 'pay-again-pressed', now: NOW });
    expect(next).toMatchObject({ at: 'purchasing', use: { sourceId: valid17.sourceId, hasCvv: false } });
    expect(sheetEvents).toMatchObject([{ aborted: true }]);
  });
});
