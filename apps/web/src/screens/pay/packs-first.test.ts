import { listGemPacks, SUCCESS_CODE, type RechargeList } from '@jawhara/contract';
import { CHECKOUT_COM_CARD, usdCents, type RechargeId } from '@jawhara/domain';
import { afterEach, beforeEach, expect, it } from 'vitest';
import '../../browser/send-request.ts';
import { storedPacks, storedChosenAmount } from '../../browser/storage/purchase.ts';
import { showPacksFirst } from './packs-first.tsx';

const listOf = (...cents: number[]): RechargeList => ({
  rows: cents.map((price) => ({
    rechargeId: `gems-${price}` as RechargeId,
    priceUsdCents: usdCents(price),
    gems: price,
    bonusGems: 0,
    payTypes: [CHECKOUT_COM_CARD],
  })),
  recommended: [],
  extraRecommended: null,
  isNewPayer: true,
  isNewAccount: true,
  isNewDevice: true,
  payGroup: 'default',
});

function answerEarly(list: RechargeList, status = 200): void {
  const data = listGemPacks.answer.write(list);
  const body = JSON.stringify({ result: 0, code: SUCCESS_CODE, message: '', data });
  globalThis.earlyRequest = { url: '', init: {}, answer: Promise.resolve({ status, body }) };
}

const place = (): HTMLElement => document.getElementById('packs-first') ?? document.body;
const shown = (): string[] =>
  [...place().querySelectorAll('[role=radio]')].map((one) => one.getAttribute('data-testid') ?? '');
const press = (cents: number): void =>
  place().querySelector<HTMLElement>(`[data-testid=pack-${cents}]`)?.click();
const chosen = (): string | null | undefined =>
  place().querySelector('[aria-checked=true]')?.getAttribute('data-testid');

beforeEach(() => {
  localStorage.clear();
  document.documentElement.lang = 'ar';
  document.body.innerHTML = '<div id="packs-first">waiting</div>';
});
afterEach(() => {
  globalThis.earlyRequest = undefined;
  document.documentElement.lang = 'ar';
});

it('gem packs are shown as soon as their response arrives, before React has loaded', async () => {
  answerEarly(listOf(499, 99));
  await showPacksFirst();
  expect(shown()).toEqual(['pack-99', 'pack-499']);
  expect(place().textContent).not.toContain('waiting');
});

it('a gem pack pressed before React has loaded is selected and stored', async () => {
  answerEarly(listOf(99, 499));
  await showPacksFirst();
  press(499);
  expect(chosen()).toBe('pack-499');
  expect(document.activeElement?.getAttribute('data-testid')).toBe('pack-499');
  press(99);
  expect(chosen()).toBe('pack-99');
  expect(storedChosenAmount.read()).toBe(99);
});

it('arrow keys select gem packs before React has loaded', async () => {
  answerEarly(listOf(99, 499));
  await showPacksFirst();
  press(99);
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
  expect(chosen()).toBe('pack-499');
});

it('before React has loaded, the gem packs of the last visit are shown until the response arrives', async () => {
  storedPacks.write(listOf(99));
  answerEarly(listOf(499));
  const showing = showPacksFirst();
  expect(shown()).toEqual(['pack-99']);
  await showing;
  expect(shown()).toEqual(['pack-499']);
});

it.each([
  ['a refused request for gem packs', () => answerEarly(listOf(99), 500)],
  ['a response without gem packs', () => answerEarly(listOf())],
  ['a page without an early request for gem packs', () => undefined],
  [
    'a lost request for gem packs',
    () => (globalThis.earlyRequest = { url: '', init: {}, answer: Promise.reject(new Error('lost')) }),
  ],
])('%s leaves the place of the packs to React', async (_what, provided) => {
  provided();
  await showPacksFirst();
  expect(place().textContent).toBe('waiting');
});

it('a page in English does not draw the packs before React has loaded', async () => {
  document.documentElement.lang = 'en';
  answerEarly(listOf(99));
  await showPacksFirst();
  expect(place().textContent).toBe('waiting');
});

it('gem packs that arrive after React has removed their placeholder are not drawn into it', async () => {
  answerEarly(listOf(99));
  const showing = showPacksFirst();
  const old = place();
  old.remove();
  await showing;
  expect(old.textContent).toBe('waiting');
});
