import { listGemPacks, type RechargeList } from '@jawhara/contract';
import {
  accountId,
  ADYEN_CARD,
  CHECKOUT_COM_CARD,
  usdCents,
  type PayType,
  type RechargeId,
} from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { act, renderHook, waitInFakeTime } from '../ui/test/library.ts';
import { answer, requestsTo, LOST, network } from './test/network.ts';
import { useGemPacks, type GemPacksState } from './use-gem-packs.ts';

const row = (cents: number, gems: number, payType: PayType = CHECKOUT_COM_CARD) => ({
  rechargeId: `gems-${gems}-${payType}` as RechargeId,
  priceUsdCents: usdCents(cents),
  gems,
  bonusGems: 0,
  payTypes: [payType],
});
const LIST: RechargeList = {
  rows: [row(499, 540), row(99, 100), row(499, 540, ADYEN_CARD)],
  recommended: [usdCents(99), usdCents(499)],
  extraRecommended: usdCents(499),
  isNewPayer: true,
  isNewAccount: true,
  isNewDevice: true,
  payGroup: 'a',
};

let isNetThere: boolean;

const show = (id: number) =>
  renderHook(({ who }) => useGemPacks(accountId(who)), { initialProps: { who: id } });
type Shown = ReturnType<typeof show>['result'];

const pricesIn = (seen: GemPacksState) =>
  seen.kind === 'ready' ? seen.packs.map((pack) => pack.priceUsdCents) : seen.kind;

/** Waits in fake time, longer than all retries of a failing query take. */
const see = (result: Shown, wanted: unknown): Promise<void> =>
  waitInFakeTime(() => expect(pricesIn(result.current)).toEqual(wanted));

beforeEach(() => {
  // Only the page's timers are faked; the answers of the test server arrive in real time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  localStorage.clear();
  isNetThere = true;
  network.use(answer(listGemPacks, () => (isNetThere ? LIST : LOST)));
});
afterEach(() => vi.useRealTimers());

describe('useGemPacks', () => {
  it('[PKG-02] gem packs are loaded and shown cheapest first, and are still shown when the next request is lost', async () => {
    const { result, rerender } = show(1);
    await see(result, [99, 499]);
    isNetThere = false;
    rerender({ who: 2 }); // another visitor: the new request is lost
    await waitInFakeTime(() => expect(requestsTo(listGemPacks)).toHaveLength(4));
    await see(result, [99, 499]);
  });

  it('[PKG-01] [PKG-04] gem packs of one amount are shown as one with the first id, and the configured recommendation comes first', async () => {
    const { result } = show(5);
    await see(result, [99, 499]);
    expect(result.current).toMatchObject({
      packs: [
        { rechargeId: 'gems-100-23', methods: [{ payType: CHECKOUT_COM_CARD }] },
        { rechargeId: 'gems-540-23', methods: [{ payType: CHECKOUT_COM_CARD }, { payType: ADYEN_CARD }] },
      ],
      recommended: [499, 99],
    });
  });

  it('without a network and without stored packs an error is shown, and the packs load once online', async () => {
    isNetThere = false;
    const { result } = show(3);
    expect(pricesIn(result.current)).toBe('loading');
    await see(result, 'error');
    expect(requestsTo(listGemPacks)).toHaveLength(3);
    isNetThere = true;
    act(() => void dispatchEvent(new Event('online')));
    await see(result, [99, 499]);
  });

  it('the retry function of an error loads the gem packs again', async () => {
    isNetThere = false;
    const { result } = show(4);
    await see(result, 'error');
    isNetThere = true;
    const { retry } = result.current as Extract<GemPacksState, { kind: 'error' }>;
    act(() => retry());
    await see(result, [99, 499]);
  });
});
