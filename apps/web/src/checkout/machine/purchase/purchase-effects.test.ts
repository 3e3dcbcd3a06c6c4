import type { OrderPlaced } from '@jawhara/contract';
import { describe, expect, it, vi } from 'vitest';
import type { CallAnswer } from '../../../api/call-answer.ts';
import { runCheckout, type CheckoutDeps, type RunningCheckout } from '../run-checkout.ts';
import { confirm, ENTRY } from '../test/checkout-samples.ts';
import { recordedDeps } from '../test/recorded-deps.ts';
import { FRESH, ORDER } from './test/purchase-samples.ts';

/** On the step of a new card, with its fields filled in. */
function onCard(deps: CheckoutDeps): RunningCheckout {
  const running = runCheckout(ENTRY, deps);
  running.fields.setNewCard(() => Promise.resolve({ card: { token: 'tok_1' } }));
  running.dispatch(confirm());
  return running;
}

const ok = (value: unknown): CallAnswer<unknown> => ({ kind: 'ok', value });
const placed = (answer: OrderPlaced['answer']): CallAnswer<unknown> => ok({ orderId: ORDER, answer });
const reaches = (running: RunningCheckout, state: object) =>
  vi.waitFor(() => expect(running.getState()).toMatchObject(state), { interval: 1 });

describe('running the effects of a purchase', () => {
  it('the request id is stored before the order is sent, and ten presses send one order', async () => {
    const { deps, log, sent } = recordedDeps({
      createCoinPay: () => placed({ kind: 'paid' }),
      readOrderStatus: () => ok({ result: 0, state: 'delivered', creditedAt: new Date(0) }),
    });
    const running = onCard(deps);
    for (let i = 0; i < 10; i += 1) running.dispatch(confirm());
    await reaches(running, { at: 'ended', purchase: { at: 'paid', creditedAt: new Date(0) } });
    expect(log.slice(1, 4)).toEqual(['remember request-1', 'call createCoinPay', 'remember order']);
    expect(sent.filter(({ name }) => name === 'createCoinPay')).toEqual([
      { name: 'createCoinPay', requestId: 'request-1' },
    ]);
  });

  it('an order without an answer is sent again under the same request id', async () => {
    const { deps, sent } = recordedDeps({
      createCoinPay: (nth) =>
        nth < 2 ? { kind: 'failed', failure: 'no-response' } : placed({ kind: 'paid' }),
      readOrderStatus: () => ok({ result: 0, state: 'delivered', creditedAt: new Date(0) }),
    });
    const running = onCard(deps);
    running.dispatch(confirm());
    await reaches(running, { purchase: { at: 'paid' } });
    const placings = sent.filter(({ name }) => name === 'createCoinPay');
    expect(placings.map(({ requestId }) => requestId)).toEqual(['request-1', 'request-1', 'request-1']);
  });

  it('checking an unanswered order sends no order; if the server has none, the payer can decide anew', async () => {
    const { deps, log, sent } = recordedDeps({ resolveOrderRequest: () => ok({ orderId: null }) });
    const running = onCard(deps);
    running.dispatch(confirm());
    await reaches(running, { purchase: { at: 'unsure' } });
    const placings = sent.filter(({ name }) => name === 'createCoinPay').length;
    running.dispatch({ type: 'check-again' });
    await reaches(running, { at: 'entering', checkout: { stopped: { kind: 'nothing-sent' } } });
    expect(sent.filter(({ name }) => name === 'createCoinPay')).toHaveLength(placings);
    expect(log.slice(-2)).toEqual(['call resolveOrderRequest', 'forget']);
  });

  it('the payer is redirected to the provider’s page once, and the page notices if the payer is still here', async () => {
    const { deps, log } = recordedDeps({
      createCoinPay: () => placed({ kind: 'challenge', way: 'page', url: 'https://provider/1' }),
      readOrderStatus: () => new Promise(() => undefined) as never,
    });
    let isOver: () => void = () => undefined;
    const waiting = { ...deps, waitExactly: () => new Promise<void>((resolve) => (isOver = resolve)) };
    const running = onCard(waiting);
    running.dispatch(confirm());
    await reaches(running, { purchase: { at: 'sent-away', isHere: false } });
    isOver();
    await reaches(running, { purchase: { isHere: true } });
    expect(log.filter((line) => line.startsWith('go to'))).toEqual(['go to https://provider/1']);
  });

  it('a closed page sends no further request about an order that was not found', async () => {
    const { deps, sent } = recordedDeps({
      readOrder: () => ({ kind: 'refused', refusal: 'order-not-found', result: 22006, message: '' }),
    });
    const running = runCheckout(ENTRY, deps);
    const entry = { ...FRESH, orderId: ORDER };
    running.dispatch({ type: 'page-opened', entry });
    await reaches(running, { purchase: { at: 'missing' } });
    const before = sent.length;
    running.dispatch({ type: 'page-closed' });
    expect(running.getState().at).toBe('left');
    expect(sent).toHaveLength(before);
  });
});
