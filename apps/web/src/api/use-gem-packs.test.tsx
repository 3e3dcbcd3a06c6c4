import { listGemPacks } from '@jawhara/contract';
import { accountId, CHECKOUT_COM_CARD, usdCents, type RechargeId } from '@jawhara/domain';
import { act, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useGemPacks, type GemPacksState } from './use-gem-packs.ts';

const row = (cents: number, gems: number) => ({
  rechargeId: `gems-${gems}` as RechargeId,
  priceUsdCents: usdCents(cents),
  gems,
  bonusGems: 0,
  payTypes: [CHECKOUT_COM_CARD],
});
const LIST = listGemPacks.answer.write({
  rows: [row(499, 540), row(99, 100)],
  recommended: [usdCents(499)],
  extraRecommended: null,
  isNewPayer: true,
  isNewAccount: true,
  isNewDevice: true,
  payGroup: 'a',
});

let root: Root;
let seen: GemPacksState = { kind: 'loading' };
let isNetThere = true;
let calls = 0;

function Probe({ id, onSeen }: { id: number; onSeen: (state: GemPacksState) => void }) {
  const state = useGemPacks(accountId(id));
  useEffect(() => onSeen(state));
  return null;
}
const see = (state: GemPacksState): void => {
  seen = state;
};
const show = (id: number): Promise<void> => act(async () => root.render(<Probe id={id} onSeen={see} />));
/** Past every patience of a failing question. */
const wait = (): Promise<void> => act(() => vi.advanceTimersByTimeAsync(10_000).then(() => undefined));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', () => {
    calls += 1;
    return isNetThere
      ? Promise.resolve(new Response(JSON.stringify({ result: 0, data: LIST })))
      : Promise.reject(new TypeError('net'));
  });
  localStorage.clear();
  calls = 0;
  isNetThere = true;
  root = createRoot(document.createElement('div'));
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const prices = () => (seen.kind === 'ready' ? seen.packs.map((pack) => pack.priceUsdCents) : seen.kind);

describe('useGemPacks', () => {
  it('loads, then shows the packs cheapest first, and keeps them for a visit without a network', async () => {
    await show(1);
    await wait();
    expect(prices()).toEqual([99, 499]);
    isNetThere = false;
    await show(2); // somebody else: asked anew, in vain
    await wait();
    expect(prices()).toEqual([99, 499]);
  });

  it('without a network and without a past it says so, and asks again when the network is back', async () => {
    isNetThere = false;
    await show(3);
    expect(prices()).toBe('loading');
    await wait();
    expect(prices()).toBe('error');
    expect(calls).toBe(3);
    isNetThere = true;
    await act(async () => void dispatchEvent(new Event('online')));
    await wait();
    expect(prices()).toEqual([99, 499]);
  });

  it('a press on retry asks again', async () => {
    isNetThere = false;
    await show(4);
    await wait();
    isNetThere = true;
    const { retry } = seen as Extract<GemPacksState, { kind: 'error' }>;
    await act(async () => retry());
    await wait();
    expect(prices()).toEqual([99, 499]);
  });
});
