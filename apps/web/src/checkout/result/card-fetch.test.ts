import { describe, expect, it } from 'vitest';
import { cardFetch, usedCardOf, type AskCard, type CardFetch } from './card-fetch.ts';
import { CARD_FETCH_POLL_TRIES_MAX } from '@jawhara/domain';
import { CARDS, NOW } from '../machine/test/checkout-samples.ts';

const after = (ms: number): Date => new Date(NOW.getTime() + ms);
const begin = () => cardFetch({ kind: 'not-started' }, { type: 'started', now: NOW });

/** Answers every request with "not yet" after this many milliseconds, until no more requests come. */
function playSilence(answerMs: number, type: 'card-read' | 'card-lost') {
  let next: readonly [CardFetch, ...AskCard[]] = begin();
  const requestedAtMs: number[] = [];
  let clockMs = 0;
  for (let [, ask] = next; ask !== undefined; [, ask] = next) {
    clockMs += ask.afterMs;
    requestedAtMs.push(clockMs);
    clockMs += answerMs;
    const answer = { turn: ask.turn, now: after(clockMs) };
    next = cardFetch(next[0], type === 'card-read' ? { type, card: null, ...answer } : { type, ...answer });
  }
  return { state: next[0], requestedAtMs };
}

describe('fetching the card of an order', () => {
  it('[CRD-05] fetching the card of an order goes from “not started” to “fetching” and to “success”', () => {
    const [fetching, ask] = begin();
    expect(fetching.kind).toBe('fetching');
    expect(ask).toEqual({ do: 'ask-card', turn: 1, afterMs: 0 });
    const read = cardFetch(fetching, {
      type: 'card-read',
      turn: 1,
      card: CARDS.unremembered13,
      now: after(100),
    });
    expect(read).toEqual([{ kind: 'success', card: CARDS.unremembered13 }]);
  });

  it.each(['card-read', 'card-lost'] as const)(
    '[CRD-05] after %s without a card the request is repeated every 2 s, 15 times in all, and then fails',
    (type) => {
      const { state, requestedAtMs } = playSilence(0, type);
      expect(state).toEqual({ kind: 'failure' });
      expect(requestedAtMs).toHaveLength(15);
      expect(CARD_FETCH_POLL_TRIES_MAX).toBe(15);
      expect(requestedAtMs.every((ms, i) => ms === i * 2_000)).toBe(true);
    },
  );

  it('[CRD-05] slow answers do not extend the 30 s in which the card of an order is requested', () => {
    const { state, requestedAtMs } = playSilence(3_000, 'card-lost');
    expect(state.kind).toBe('failure');
    expect(Math.max(...requestedAtMs)).toBeLessThanOrEqual(30_000);
  });

  it('an answer to an older card request, or one that comes after the requests have ended, is ignored', () => {
    const [second] = cardFetch(begin()[0], { type: 'card-lost', turn: 1, now: after(50) });
    const late = { type: 'card-read', turn: 1, card: CARDS.valid13, now: after(60) } as const;
    expect(cardFetch(second, late)).toEqual([second]);
    expect(cardFetch({ kind: 'failure' }, late)).toEqual([{ kind: 'failure' }]);
  });

  it('the card of an order counts as loading until it is found or the requests end', () => {
    expect(usedCardOf({ kind: 'not-started' })).toEqual({ kind: 'loading' });
    expect(usedCardOf(begin()[0])).toEqual({ kind: 'loading' });
    expect(usedCardOf({ kind: 'success', card: CARDS.valid13 })).toEqual({
      kind: 'saved',
      card: CARDS.valid13,
    });
    expect(usedCardOf({ kind: 'failure' })).toEqual({ kind: 'unsaved' });
  });
});
