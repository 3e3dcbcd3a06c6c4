import { describe, expect, it } from 'vitest';
import { recordedDeps } from '../test/recorded-deps.ts';
import { purchase } from './purchase.ts';
import { runPurchaseEffect, type PurchaseDeps } from './purchase-effects.ts';
import type { Next, PurchaseEffect } from './purchase-state.ts';
import { effectsOf, names, ORDER, STATES, status, WALLET_TOKEN } from './test/purchase-samples.ts';

/** The waits of an effect that gets no useful answer, in order. */
async function waitsOf(effect: PurchaseEffect, refused: boolean): Promise<number[]> {
  const waits: number[] = [];
  const { deps } = recordedDeps({
    verifyWalletPay: () =>
      refused
        ? ({ kind: 'refused', refusal: 'wallet-not-available', message: 'no', result: 1 } as never)
        : { kind: 'failed', failure: 'no-response' },
  });
  const waitExactly = (ms: number): Promise<void> => {
    waits.push(ms);
    return Promise.resolve();
  };
  // These effects use neither the card fields nor the sheet.
  const parts = { ...deps, waitExactly } as unknown as PurchaseDeps;
  await runPurchaseEffect(effect, parts, new AbortController().signal);
  return waits;
}

describe('the times that the requirements name', () => {
  it('[ORD-06] an order is polled every 500 ms, 100 tries in all, and every 4 s after them', () => {
    let next: Next = [{ ...STATES.watching, polls: 0 }];
    const delays: number[] = [];
    for (let turn = 0; turn < 110; turn += 1) {
      next = purchase(next[0], { type: 'status-read', orderId: ORDER, turn, status: status('pending') });
      for (const effect of effectsOf(next)) if (effect.do === 'ask-status') delays.push(effect.afterMs);
    }
    // The first of the hundred polls is sent at once and is not in this list.
    expect(delays.slice(0, 99)).toEqual(Array.from({ length: 99 }, () => 500));
    expect(delays.slice(99)).toEqual(Array.from({ length: 11 }, () => 4_000));
  });

  it('[WAL-04] after 25 s the sheet of an undecided wallet payment closes as done, and polling goes on', async () => {
    expect(await waitsOf({ do: 'time-sheet', orderId: ORDER }, false)).toEqual([25_000]);
    const next = purchase(STATES['sheet-deciding'], { type: 'sheet-timed-out', orderId: ORDER });
    expect(next[0].at).toBe('watching');
    expect(names(next)).toContain('complete-sheet');
    expect(effectsOf(next)).toContainEqual({ do: 'complete-sheet', isGood: true });
  });

  it('[WAL-07] a wallet payment that the server refused is reported after 1200 ms', async () => {
    const verify = { do: 'verify', orderId: ORDER, token: WALLET_TOKEN, afterMs: 0 } as const;
    expect(await waitsOf(verify, true)).toEqual([1_200]);
  });
});
