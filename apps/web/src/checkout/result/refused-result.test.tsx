import '../../words/load-card.ts';
import '../../words/load-pay.ts';
import '../../words/load-result.ts';
import { readCardOfOrder, type OrderInfo } from '@jawhara/contract';
import {
  accountId,
  ADYEN_CARD,
  CHECKOUT_COM_CARD,
  DECLINE_REASONS,
  declineOf,
  outcomeOfFailure,
  PAYERMAX_CARD,
  usdCents,
  type CardExpiry,
  type DeclineReason,
  type DisplayId,
  type GemPack,
  type OrderId,
  type PayType,
  type RechargeId,
  type RefusalOutcome,
  type SavedCard,
} from '@jawhara/domain';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { savedCard } from '../card/test/card-samples.ts';
import { testScreen, type TestScreen } from '../../ui/test/test-screen.tsx';
import { word } from '../../words/word.ts';
import { DECLINE_WORDS } from './decline-words.ts';
import { NotPaidResult } from './not-paid-result.tsx';

const ORDER = '018f2f9e-0000-7000-8000-000000000001' as OrderId;
const rechargeId = 'card_499' as RechargeId;
const SMALLER: GemPack = { priceUsdCents: usdCents(499), gems: 540, bonusGems: 40, rechargeId, methods: [] };
const CARD: SavedCard = {
  ...savedCard('src_abcdefgh'),
  expiry: '10/20' as CardExpiry,
  isExpiredByBank: true,
};

function orderOf(payType: PayType): OrderInfo {
  return {
    orderId: ORDER,
    purpose: 'gems',
    payType,
    rechargeId,
    priceUsdCents: usdCents(999),
    gems: 1_060,
    bonusGems: 60,
    recipient: {
      accountId: accountId(1),
      displayId: '5048213' as DisplayId,
      nickname: 'نورة',
      iconUrl: null,
    },
    createdAt: new Date(),
    challenge: null,
    result: 1,
    state: 'refused',
    creditedAt: null,
  };
}

describe('a refused payment', () => {
  let screen: TestScreen;
  const actions = {
    onRetry: vi.fn<() => void>(),
    onOtherCard: vi.fn<() => void>(),
    onRetryWith: vi.fn<() => void>(),
    onRefresh: vi.fn<() => void>(),
    onClose: vi.fn<() => void>(),
  };

  let orderId: OrderId;

  beforeEach(() => {
    orderId = ORDER;
    localStorage.clear();
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    screen = testScreen();
  });
  afterEach(() => {
    screen.remove();
    vi.clearAllMocks();
    vi.unstubAllGlobals();
  });

  function show(outcome: RefusalOutcome, code: string | null, payType: PayType = CHECKOUT_COM_CARD) {
    screen.render(
      <NotPaidResult
        orderId={orderId}
        order={orderOf(payType)}
        ending={{ kind: 'refused', outcome, code }}
        smaller={SMALLER}
        actions={actions}
      />,
    );
    const find = (testId: string) => screen.element.querySelector<HTMLElement>(`[data-testid=${testId}]`);
    return {
      text: screen.element.textContent.replace(/[\u2066-\u2069]/g, ''),
      step: find('next-step')?.dataset['step'] ?? null,
      pressStep: () => act(() => find('next-step')?.click()),
      reason: find('reason')?.textContent ?? null,
      hasOtherCard: find('other-card') !== null,
    };
  }

  /** As the server tells it and the page reads it. */
  function showDecline(payType: PayType, provider: 6 | 13 | 17, code: string) {
    return show(declineOf(provider, code).outcome, code, payType);
  }

  const LISTED = [
    [CHECKOUT_COM_CARD, 13, '200P1'],
    [CHECKOUT_COM_CARD, 13, '20005'],
    [CHECKOUT_COM_CARD, 13, '20014'],
    [CHECKOUT_COM_CARD, 13, '20087'],
    [CHECKOUT_COM_CARD, 13, '20091'],
    [CHECKOUT_COM_CARD, 13, '20152'],
    [CHECKOUT_COM_CARD, 13, '2005C'],
    [CHECKOUT_COM_CARD, 13, '20059'],
    [ADYEN_CARD, 17, '5'],
    [ADYEN_CARD, 17, '24'],
    [ADYEN_CARD, 17, '28'],
    [PAYERMAX_CARD, 6, 'CARD_HOLDER_NAME_INVALID'],
    [PAYERMAX_CARD, 6, 'AMOUNT_INVALID'],
  ] as const;

  it.each(LISTED)('pay type %i, provider %i, %s: says why in plain words', (payType, provider, code) => {
    const { reason } = declineOf(provider, code);
    expect(showDecline(payType, provider, code).text).toContain(word(DECLINE_WORDS[reason]));
  });

  it('the sentence is not said twice where the panel says it already', () => {
    for (const [outcome, code] of [
      ['balance', '20051'],
      ['verify', '20151'],
      ['expire', '20054'],
      ['high-risk', '20059'],
    ] as const) {
      expect(show(outcome, code).reason).toBeNull();
    }
  });

  it('a code that nobody knows, or none, adds nothing to the general sentence', () => {
    for (const code of ['99999', null]) expect(show('other', code).reason).toBeNull();
  });

  it.each([
    ['20014', 'check-card'],
    ['20087', 're-enter-cvv'],
    ['20005', 'retry-or-other-card'],
  ])('%s: the next step, %s, is one press away and pays with the same card again', (code, step) => {
    const shown = showDecline(CHECKOUT_COM_CARD, 13, code);
    expect(shown.step).toBe(step);
    shown.pressStep();
    expect(actions.onRetry).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['20091', 'try-later'],
    ['2005C', 'contact-bank'],
  ])('%s: %s is advice, and pressing it does nothing', (code, step) => {
    const shown = showDecline(CHECKOUT_COM_CARD, 13, code);
    expect(shown.step).toBe(step);
    shown.pressStep();
    for (const action of Object.values(actions)) expect(action).not.toHaveBeenCalled();
  });

  it('what is our own fault leads to a report', () => {
    showDecline(PAYERMAX_CARD, 6, 'AMOUNT_INVALID');
    const links = [...screen.element.querySelectorAll('a.option')].map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/feedback']);
  });

  it('a step that a fixed button offers already is not offered twice', () => {
    expect(show('verify', '20151').step).toBeNull();
    expect(show('expire', '20054').step).toBeNull();
    expect(show('verify', '24', ADYEN_CARD).step).toBe('re-enter-cvv');
  });

  it('a date is offered for change only where the provider can change it', () => {
    expect(show('expire', '20054', ADYEN_CARD)).toMatchObject({ step: null, hasOtherCard: true });
    expect(show('expire', '20054', PAYERMAX_CARD)).toMatchObject({ step: null, hasOtherCard: true });
  });

  it('another card is always a press away', () => {
    const reasons = Object.keys(DECLINE_REASONS) as DeclineReason[];
    for (const outcome of new Set(reasons.map((reason) => DECLINE_REASONS[reason].outcome))) {
      expect(show(outcome, null).hasOtherCard).toBe(true);
    }
  });

  it.each([
    [{ failDetail: 'balance-insufficient', errCode: '20051' }, 'رصيد البطاقة غير كافٍ'],
    [{ failDetail: 'verification-failed', errCode: '20151' }, 'لم يكتمل التحقق'],
    [{ failDetail: 'card-expired', errCode: '20054' }, 'البطاقة منتهية الصلاحية'],
    [{ failDetail: 'declined', errCode: '20005' }, 'لم يتم الدفع'],
    [{ failDetail: null, errCode: null }, 'لم يتم الدفع'],
  ])('[ORD-07] %j is told as %s', (failure, title) => {
    show(outcomeOfFailure(failure), failure.errCode);
    expect(screen.element.querySelector('h1')?.textContent).toBe(title);
  });

  it('[RES-02] balance: the smaller pack stands ready, for the same person', () => {
    const { text } = show('balance', '20051');
    expect(text).toContain('540 جوهرة');
    expect(text).toContain('إلى نورة · منها 40 هدية');
    expect(text).toContain('رصيد البطاقة غير كافٍ. جرّب مبلغًا آخر أو بطاقة أخرى.');
  });

  it('an expired card that is kept is shown with its date; while it is not known there is no row', async () => {
    const row = () => screen.element.querySelector('[data-testid=expired-card]');
    show('expire', '20054');
    expect(row()).toBeNull();
    const data = readCardOfOrder.answer.write(CARD);
    vi.stubGlobal('fetch', () =>
      Promise.resolve(new Response(JSON.stringify({ result: 0, message: '', data }))),
    );
    // An order of its own: the question about the other one is still open.
    orderId = '018f2f9e-0000-7000-8000-000000000002' as OrderId;
    await act(async () => {
      show('expire', '20054');
      await Promise.resolve();
    });
    await vi.waitFor(() => expect(row()).not.toBeNull());
    expect(row()?.textContent).toContain('Visa •••• 4242');
    expect(row()?.textContent.replace(/[\u2066-\u2069]/g, '')).toContain('انتهت صلاحيتها 10/20');
  });
});
