import type { CardOfOrder, CardPaidWith } from '@jawhara/contract';
import type { OrderId } from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { savedCard } from '../methods/card/test/card-samples.ts';
import type { CallAnswer } from '../../api/call-answer.ts';
import type { Call } from '../../api/create-call.ts';
import { waitExactly } from '../../browser/waits.ts';
import { runCardFetch, type CardFetch } from './card-fetch.ts';

const ORDER = '018f2f9e-0000-7000-8000-000000000001' as OrderId;
const CARD = savedCard('src_abcdefgh', false);

beforeEach(() => vi.useFakeTimers({ now: 0 }));
afterEach(() => vi.useRealTimers());

function start(answerOf: (nth: number) => CallAnswer<CardOfOrder>) {
  const requestedAtMs: number[] = [];
  const states: CardFetch['kind'][] = [];
  const abort = new AbortController();
  const call: Call = () => {
    requestedAtMs.push(Date.now());
    return Promise.resolve(answerOf(requestedAtMs.length) as CallAnswer<never>);
  };
  const paidWith: CardPaidWith[] = [];
  runCardFetch(ORDER, { call, now: () => new Date(), wait: waitExactly }, abort.signal, {
    onChange: (state) => states.push(state.kind),
    onPaidWith: (card) => paidWith.push(card),
  });
  return { requestedAtMs, states, abort, paidWith };
}

const NOT_YET: CardOfOrder = { card: null, paidWith: null, refusedWith: null };

describe('asking for the card of an order', () => {
  it('[CRD-05] the card of an order is requested every 2 s for 30 s, 15 times, and then given up', async () => {
    const { requestedAtMs, states } = start(() => ({ kind: 'ok', value: NOT_YET }));
    expect(states).toEqual(['fetching']);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(requestedAtMs).toEqual(Array.from({ length: 15 }, (_, nth) => nth * 2_000));
    expect(states.at(-1)).toBe('failure');
  });

  it('[CRD-05] requests for the card of an order go on after a network failure, and stop when the card comes', async () => {
    const { requestedAtMs, states } = start((nth) => {
      if (nth === 1) return { kind: 'failed', failure: 'timeout' };
      return { kind: 'ok', value: nth === 3 ? { card: CARD, paidWith: CARD, refusedWith: null } : NOT_YET };
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(requestedAtMs).toEqual([0, 2_000, 4_000]);
    expect(states.at(-1)).toBe('success');
  });

  it('[CRD-10] the card that paid is reported although it is not saved', async () => {
    const { states, paidWith } = start(() => ({
      kind: 'ok',
      value: { card: null, paidWith: { scheme: 'visa', last4: '4242' }, refusedWith: null },
    }));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(states.at(-1)).toBe('failure');
    expect(paidWith[0]).toEqual({ scheme: 'visa', last4: '4242' });
  });

  it('the card of an order is not requested any more after its panel is gone', async () => {
    const { requestedAtMs, abort } = start(() => ({ kind: 'ok', value: NOT_YET }));
    await vi.advanceTimersByTimeAsync(2_000);
    abort.abort();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(requestedAtMs).toEqual([0, 2_000]);
  });
});
