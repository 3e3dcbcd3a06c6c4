import { readCardOfOrder, readOrder, type CardOfOrder, type OrderInfo } from '@jawhara/contract';
import {
  accountId,
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
  orderNumber,
} from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { savedCard } from '../methods/card/test/card-samples.ts';
import { answer, requestsTo, network } from '../../api/test/network.ts';
import { cleanup, plain, render, screen, userEvent, waitFor, within } from '../../ui/test/library.ts';
import { word } from '../../words/word.ts';
import type { RefusedField } from '../machine/purchase/purchase-state.ts';
import { DECLINE_SENTENCES } from './decline-panel/decline-sentences.ts';
import { NotPaidResult } from './not-paid-result.tsx';

/** Each test has a new order, because the page remembers its answers by order. */
let ORDER = '' as OrderId;
let nth = 0;
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
    money: null,
    refundWishedAt: null,
    deliveryDueAt: null,
    receiptLink: null,
    mail: null,
    result: 1,
    state: 'refused',
    creditedAt: null,
  };
}

describe('a refused payment', () => {
  const actions = {
    onRetry: vi.fn<(field: RefusedField | null) => void>(),
    onOtherCard: vi.fn<() => void>(),
    onWallet: vi.fn<() => void>(),
    onRetryWith: vi.fn<() => void>(),
    onRefresh: vi.fn<() => void>(),
    onClose: vi.fn<() => void>(),
  };

  beforeEach(() => {
    localStorage.clear();
    nth += 1;
    ORDER = `018f2f9e-0000-7000-8000-${String(nth).padStart(12, '0')}` as OrderId;
    network.use(
      answer(readCardOfOrder, { card: null, paidWith: null, refusedWith: null }),
      answer(readOrder, orderOf(CHECKOUT_COM_CARD)),
    );
  });
  afterEach(() => vi.clearAllMocks());

  function show(
    outcome: RefusalOutcome,
    code: string | null,
    payType: PayType = CHECKOUT_COM_CARD,
    reason: DeclineReason | null = null,
    hasWallet = false,
  ) {
    cleanup();
    render(
      <NotPaidResult
        orderId={ORDER}
        order={orderOf(payType)}
        payType={payType}
        ending={{ kind: 'refused', outcome, code, reason }}
        smaller={SMALLER}
        hasWallet={hasWallet}
        actions={actions}
      />,
    );
    return { text: plain(document.body.textContent) };
  }

  /** Shows the panel of a provider's decline code, with the outcome that the server derives from it. */
  function showDecline(payType: PayType, provider: 6 | 13 | 17, code: string) {
    return show(declineOf(provider, code).outcome, code, payType);
  }

  const FIXES = [
    ['20014', 'تصحيح رقم البطاقة', 'number'],
    ['20087', 'أدخل رمز CVV من جديد', 'cvv'],
    ['20151', 'إعادة خطوة البنك', null],
    ['99999', 'إعادة المحاولة', null],
  ] as const;

  it.each(FIXES)(
    'the decline code %s has one primary button, “%s”, which retries with the field to be corrected',
    async (code, label, field) => {
      showDecline(CHECKOUT_COM_CARD, 13, code);
      const filled = document.querySelectorAll('.button.primary');
      expect([...filled].map((button) => plain(button.textContent))).toEqual([label]);
      await userEvent.click(screen.getByRole('button', { name: label }));
      expect(actions.onRetry).toHaveBeenCalledExactlyOnceWith(field);
    },
  );

  it('[UX 2.6] a refusal offers the wallet only if there is one, and a press chooses the wallet', async () => {
    show('other', '99999');
    expect(screen.queryByTestId('wallet')).toBeNull();
    show('other', '99999', CHECKOUT_COM_CARD, null, true);
    await userEvent.click(screen.getByRole('button', { name: 'Apple Pay' }));
    expect(actions.onWallet).toHaveBeenCalledOnce();
    for (const other of [actions.onRetry, actions.onOtherCard, actions.onClose])
      expect(other).not.toHaveBeenCalled();
  });

  it('after a refusal, “contact the bank” pays nothing, and “try the same card again” retries the payment', async () => {
    showDecline(CHECKOUT_COM_CARD, 13, '20005');
    await userEvent.click(screen.getByText('التواصل مع البنك'));
    for (const action of Object.values(actions)) expect(action).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'إعادة المحاولة بالبطاقة نفسها' }));
    expect(actions.onRetry).toHaveBeenCalledExactlyOnceWith(null);
  });

  it('a refusal caused by the shop links to a report about the order in a new tab', () => {
    showDecline(PAYERMAX_CARD, 6, 'AMOUNT_INVALID');
    const report = screen.getByRole<HTMLAnchorElement>('link', { name: 'بلّغ عن مشكلة' });
    expect(report.getAttribute('href')).toBe(`/feedback?order=${orderNumber(ORDER)}`);
    expect(report.target).toBe('_blank');
  });

  it('every refusal offers another card', async () => {
    for (const reason of Object.keys(DECLINE_REASONS) as DeclineReason[]) {
      show(DECLINE_REASONS[reason].outcome, null);
      await userEvent.click(screen.getByRole('button', { name: /بطاقة أخرى$/ }));
    }
    expect(actions.onOtherCard).toHaveBeenCalledTimes(Object.keys(DECLINE_REASONS).length);
  });

  it.each([
    ['none', 'لم يُخصم أي مبلغ'],
    ['held', 'إن ظهر مبلغ محجوز في حسابك، فالبنك يفك الحجز تلقائيًا.'],
    ['unknown', 'لا نعرف بعد إن خُصم المبلغ.'],
    ['returned', 'أُعيد $9.99 إلى بطاقة بنكية'],
  ] as const)(
    'a refusal with the money state “%s” shows the sentence for that state',
    async (money, sentence) => {
      network.use(answer(readOrder, { ...orderOf(CHECKOUT_COM_CARD), money }));
      show('other', '20005');
      expect(plain((await screen.findByText(/\S/, { selector: '.charge' })).textContent)).toBe(sentence);
    },
  );

  it('a cancelled order whose money state is unknown has “check” as main button, and “pay” once the state is known', async () => {
    network.use(answer(readOrder, { ...orderOf(CHECKOUT_COM_CARD), state: 'cancelled', money: 'unknown' }));
    const { orderId, order } = { orderId: ORDER, order: orderOf(CHECKOUT_COM_CARD) };
    render(
      <NotPaidResult
        {...{ orderId, order, actions }}
        payType={order.payType}
        ending={{ kind: 'cancelled' }}
        smaller={null}
        hasWallet={false}
      />,
    );
    const filled = () =>
      [...document.querySelectorAll('.button.primary')].map((button) => plain(button.textContent));
    await screen.findByText('لا نعرف بعد إن خُصم المبلغ.');
    expect(filled()).toEqual(['التحقق من النتيجة الآن']);
    await userEvent.click(screen.getByTestId('same-card'));
    expect(actions.onRetry).toHaveBeenCalledExactlyOnceWith(null);

    network.use(answer(readOrder, { ...orderOf(CHECKOUT_COM_CARD), state: 'cancelled', money: 'none' }));
    await userEvent.click(screen.getByTestId('result-check'));
    await screen.findByText('لم يُخصم أي مبلغ');
    expect(filled()).toEqual(['ادفع $9.99']);
  });

  it('a cancelled order that turns out to be paid opens the page of the order', async () => {
    const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined);
    network.use(answer(readOrder, { ...orderOf(CHECKOUT_COM_CARD), state: 'paid' }));
    const { orderId, order } = { orderId: ORDER, order: orderOf(CHECKOUT_COM_CARD) };
    render(
      <NotPaidResult
        {...{ orderId, order, actions }}
        payType={order.payType}
        ending={{ kind: 'cancelled' }}
        smaller={null}
        hasWallet={false}
      />,
    );
    await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith(`/pay-step?order_id=${ORDER}`));
    replace.mockRestore();
  });

  it('without the server’s money state the refusal says nothing about money', async () => {
    network.use(answer(readOrder, { ...orderOf(CHECKOUT_COM_CARD), money: null }));
    show('balance', '20051');
    await waitFor(() => expect(requestsTo(readOrder)).not.toHaveLength(0));
    expect(plain(document.body.textContent)).not.toMatch(/خُصم|يُخصم/);
  });

  it.each([
    [{ failDetail: 'balance-insufficient', errCode: '20051' }, 'رصيد البطاقة غير كافٍ'],
    [{ failDetail: 'verification-failed', errCode: null }, 'لم يكتمل التحقق'],
    [{ failDetail: 'card-expired', errCode: '20054' }, 'البطاقة منتهية الصلاحية'],
    [{ failDetail: 'declined', errCode: '20005' }, 'رفض البنك الدفع'],
    [{ failDetail: null, errCode: null }, 'لم يتم الدفع'],
  ])('[ORD-07] the failure %j is shown with the title %s', (failure, title) => {
    show(outcomeOfFailure(failure), failure.errCode);
    expect(screen.getAllByRole('heading', { level: 1 })[0]?.textContent).toBe(title);
  });

  it('[ORD-18] the decline reason from the server is shown, whatever the provider’s code is', () => {
    const { text } = show('expire', '20054', CHECKOUT_COM_CARD, 'expiry-wrong');
    expect(text).toContain(plain(word(DECLINE_SENTENCES['expiry-wrong'])));
    expect(text).not.toContain(plain(word(DECLINE_SENTENCES['card-expired'])));
  });

  it('[RES-02] a refusal for a low balance offers the smaller pack, and shows the refused order', () => {
    const { text } = show('balance', '20051');
    expect(text).toContain('540 جوهرة');
    expect(plain(screen.getByTestId('refused-order').textContent)).toContain('1,060 جوهرة إلى نورة$9.99');
    expect(text).toContain('رصيد البطاقة لا يكفي. جرّب مبلغًا آخر أو بطاقة أخرى.');
  });

  it('an expired saved card is shown with its date, and no card row is shown until the card is known', async () => {
    let reported: (card: CardOfOrder) => void = () => undefined;
    network.use(answer(readCardOfOrder, new Promise<CardOfOrder>((tell) => (reported = tell))));
    show('expire', '20054');
    expect(screen.queryByTestId('expired-card')).toBeNull();
    reported({ card: CARD, paidWith: null, refusedWith: null });
    await screen.findByTestId('expired-card');
    const row = screen.getByTestId('refused-order');
    expect(within(row).getByText('Visa •••• 4242')).toBeDefined();
    expect(plain(row.textContent)).toContain('انتهت صلاحيتها 10/20');
  });

  it('a refusal for a wrong date shows the card and the order, and no expired card', async () => {
    network.use(answer(readCardOfOrder, { card: CARD, paidWith: null, refusedWith: null }));
    show('expire', '20054', CHECKOUT_COM_CARD, 'expiry-wrong');
    const row = screen.getByTestId('refused-order');
    expect(await within(row).findByText('Visa •••• 4242')).toBeDefined();
    expect(plain(row.textContent)).toContain('1,060 جوهرة إلى نورة');
    expect(screen.queryByTestId('expired-card')).toBeNull();
  });

  it('the refusal of a wallet payment names the wallet and offers a card', async () => {
    show('high-risk', null, 26);
    expect(plain(screen.getByTestId('refused-order').textContent)).toContain('Apple Pay');
    await userEvent.click(screen.getByRole('button', { name: 'بطاقة بنكية' }));
    expect(actions.onOtherCard).toHaveBeenCalledTimes(1);
  });
});
