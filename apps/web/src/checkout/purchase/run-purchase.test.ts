import type { OrderPlaced } from '@jawhara/contract';
import { accountId, CHECKOUT_COM_CARD, type OrderId, type RechargeId } from '@jawhara/domain';
import { describe, expect, it, vi } from 'vitest';
import type { CallAnswer } from '../../api/call-answer.ts';
import type { Call } from '../../api/create-call.ts';
import type { PurchaseEntry } from './purchase.ts';
import { runPurchase, type PurchaseWorld, type RunningPurchase } from './run-purchase.ts';
import { NOTHING_UNDECIDED } from './test/purchase-samples.ts';

const ORDER = '018f2f9e-0000-7000-8000-000000000001' as OrderId;
const BOUGHT = {
  rechargeId: 'card_999' as RechargeId,
  recipientId: accountId(7),
  payType: CHECKOUT_COM_CARD,
};
const FRESH: PurchaseEntry = { orderId: null, isBackFromBank: false, proof: null, pendingRequestId: null };

interface Sent {
  readonly name: string;
  readonly requestId: string | undefined;
}

/** A world that notes the order of things; answers come by the endpoint's name. */
function worldOf(answers: Record<string, (nth: number) => CallAnswer<unknown>>) {
  const log: string[] = [];
  const sent: Sent[] = [];
  const call: Call = (endpoint, _request, options) => {
    const nth = sent.filter(({ name }) => name === endpoint.name).length;
    sent.push({ name: endpoint.name, requestId: options?.requestId });
    log.push(`call ${endpoint.name}`);
    const answer = answers[endpoint.name]?.(nth) ?? { kind: 'failed', failure: 'no-response' };
    return Promise.resolve(answer as never);
  };
  let ids = 0;
  const world: PurchaseWorld = {
    call,
    tokenise: () => Promise.resolve({ card: { token: 'tok_1' } }),
    newRequestId: () => `request-${(ids += 1)}`,
    undecided: () => NOTHING_UNDECIDED,
    waitForTurn: () => Promise.resolve(),
    waitExactly: () => new Promise(() => undefined),
    rememberRequest: (id) => log.push(`remember ${id}`),
    forgetRequest: () => log.push('forget'),
    rememberOrder: () => log.push('remember order'),
    orderDecided: (_id, isPaid) => log.push(isPaid ? 'paid' : 'not paid'),
    keepOrder: () => undefined,
    goTo: (url) => log.push(`go to ${url}`),
    reload: () => undefined,
  };
  return { world, log, sent };
}

const ok = (value: unknown): CallAnswer<unknown> => ({ kind: 'ok', value });
const placed = (answer: OrderPlaced['answer']): CallAnswer<unknown> => ok({ orderId: ORDER, answer });
const reaches = (running: RunningPurchase, at: string) =>
  vi.waitFor(() => expect(running.getState().at).toBe(at), { interval: 1 });

describe('runPurchase', () => {
  it('stores the request id before the order leaves, and ten presses make one order', async () => {
    const { world, log, sent } = worldOf({
      createCoinPay: () => placed({ kind: 'paid' }),
      readOrderStatus: () => ok({ result: 0, state: 'delivered', creditedAt: new Date(0) }),
    });
    const running = runPurchase(FRESH, world);
    for (let i = 0; i < 10; i += 1) running.send({ type: 'confirm-pressed', purchase: BOUGHT });
    await vi.waitFor(() => expect(running.getState()).toMatchObject({ at: 'paid', creditedAt: new Date(0) }));
    expect(log.slice(0, 3)).toEqual(['remember request-1', 'call createCoinPay', 'remember order']);
    expect(sent.filter(({ name }) => name === 'createCoinPay')).toEqual([
      { name: 'createCoinPay', requestId: 'request-1' },
    ]);
    running.stop();
  });

  it('repeats a sending without an answer under the same request id', async () => {
    const { world, sent } = worldOf({
      createCoinPay: (nth) =>
        nth < 2 ? { kind: 'failed', failure: 'no-response' } : placed({ kind: 'paid' }),
      readOrderStatus: () => ok({ result: 0, state: 'delivered', creditedAt: new Date(0) }),
    });
    const running = runPurchase(FRESH, world);
    running.send({ type: 'confirm-pressed', purchase: BOUGHT });
    await reaches(running, 'paid');
    const placings = sent.filter(({ name }) => name === 'createCoinPay');
    expect(placings.map(({ requestId }) => requestId)).toEqual(['request-1', 'request-1', 'request-1']);
    running.stop();
  });

  it('checking an unanswered sending asks and sends nothing; if nothing came of it, the payer decides anew', async () => {
    const { world, log, sent } = worldOf({ resolveOrderRequest: () => ok({ orderId: null }) });
    const running = runPurchase(FRESH, world);
    running.send({ type: 'confirm-pressed', purchase: BOUGHT });
    await reaches(running, 'unsure');
    const placings = sent.filter(({ name }) => name === 'createCoinPay').length;
    running.send({ type: 'check-again' });
    await reaches(running, 'card-entry');
    expect(running.getState()).toMatchObject({ problem: { kind: 'nothing-sent' } });
    expect(sent.filter(({ name }) => name === 'createCoinPay')).toHaveLength(placings);
    expect(log.slice(-2)).toEqual(['call resolveOrderRequest', 'forget']);
    running.stop();
  });

  it('leaves for the provider’s page once, and says so if the payer is still here', async () => {
    const { world, log } = worldOf({
      createCoinPay: () => placed({ kind: 'challenge', way: 'page', url: 'https://provider/1' }),
      readOrderStatus: () => new Promise(() => undefined) as never,
    });
    let isOver: () => void = () => undefined;
    const waiting = { ...world, waitExactly: () => new Promise<void>((resolve) => (isOver = resolve)) };
    const running = runPurchase(FRESH, waiting);
    running.send({ type: 'confirm-pressed', purchase: BOUGHT });
    await reaches(running, 'sent-away');
    expect(running.getState()).toMatchObject({ isHere: false });
    isOver();
    await vi.waitFor(() => expect(running.getState()).toMatchObject({ isHere: true }));
    expect(log.filter((line) => line.startsWith('go to'))).toEqual(['go to https://provider/1']);
    running.stop();
  });

  it('stops asking when the page is left', async () => {
    const { world, sent } = worldOf({
      readOrder: () => ({ kind: 'refused', refusal: 'order-not-found', result: 22006, message: '' }),
    });
    const running = runPurchase(
      { orderId: ORDER, isBackFromBank: false, proof: null, pendingRequestId: null },
      world,
    );
    await reaches(running, 'missing');
    const before = sent.length;
    running.stop();
    running.send({ type: 'close-pressed' });
    expect(running.getState().at).toBe('missing');
    expect(sent).toHaveLength(before);
  });
});
