import '../../words/english.ts';
import { readOperatorFacts, wishRefund, type OrderInfo } from '@jawhara/contract';
import { deliveryDueAt, type OrderId } from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answer, requestsTo, LOST, network, refuse, SILENCE } from '../../api/test/network.ts';
import { storedLastOrderId } from '../../browser/storage/purchase.ts';
import { FACTS } from '../../api/test/facts.ts';
import { cleanup, plain, render, screen, userEvent, waitFor } from '../../ui/test/library.ts';
import { word } from '../../words/word.ts';
import { order as sampleOrder } from '../machine/purchase/test/purchase-samples.ts';
import { PaidResult } from './paid-result.tsx';

const NOTHING = () => undefined;
const ACTIONS = {
  onRetry: NOTHING,
  onOtherCard: NOTHING,
  onWallet: NOTHING,
  onRetryWith: NOTHING,
  onRefresh: NOTHING,
  onClose: NOTHING,
};
const ORDER = sampleOrder('paid');

function show(more: Partial<OrderInfo> = {}, creditedAt: Date | null = null): void {
  const order = { ...ORDER, ...more };
  render(<PaidResult orderId={order.orderId} order={order} creditedAt={creditedAt} actions={ACTIONS} />);
}
const LIMIT_HOURS = 6;
const LIMIT_MS = LIMIT_HOURS * 3_600_000;
const agoMs = (ms: number): Partial<OrderInfo> => {
  const createdAt = new Date(Date.now() - ms);
  return { createdAt, deliveryDueAt: deliveryDueAt(createdAt, LIMIT_HOURS) };
};

beforeEach(() => {
  localStorage.clear();
  network.use(answer(readOperatorFacts, FACTS));
});

describe('[UX 2.6] gems that are overdue', () => {
  const OVERDUE = 'لم تصل الجواهر بعد. يمكنك الانتظار أو طلب استرداد المبلغ.';

  it('[T 7.6] a payer with overdue gems may choose to wait, and no refund is requested', async () => {
    show(agoMs(LIMIT_MS));
    expect(screen.getByText(OVERDUE)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'الانتظار' }));
    expect(screen.queryByText(OVERDUE)).toBeNull();
    expect(screen.getByText(/تأخرت الجواهر عن المعتاد/)).toBeDefined();
    expect(requestsTo(wishRefund)).toEqual([]);
  });

  describe.each(['ar', 'en'] as const)('a refund request on the page in %s', (locale) => {
    const AT = new Date(2026, 10, 16, 12);
    const wished = () => plain(word('result.track.wished', { date: '16/11/2026' }));
    const refund = () => screen.getByRole('button', { name: word('result.track.refund') });
    const seeWished = () => waitFor(() => expect(plain(document.body.textContent)).toContain(wished()));
    beforeEach(() => {
      document.documentElement.lang = locale;
      network.use(answer(wishRefund, { wishedAt: AT }));
    });
    afterEach(() => {
      document.documentElement.lang = 'ar';
    });

    it('[T 7.6] a refund request is sent once with its order, and the page says that it was requested', async () => {
      show(agoMs(LIMIT_MS));
      await userEvent.click(refund());
      await seeWished();
      expect(requestsTo(wishRefund)).toEqual([{ order_id: ORDER.orderId }]);
      for (const id of ['result.track.refund', 'result.track.wait'] as const)
        expect(screen.queryByRole('button', { name: word(id) })).toBeNull();
    });

    it('[T 7.6] two fast presses send one refund request', async () => {
      network.use(answer(wishRefund, SILENCE));
      show(agoMs(LIMIT_MS));
      await userEvent.dblClick(refund());
      await waitFor(() => expect(requestsTo(wishRefund)).toHaveLength(1));
    });

    it('[T 7.6] a page opened later shows that a refund was requested', async () => {
      show({ ...agoMs(LIMIT_MS), refundWishedAt: AT });
      await seeWished();
      expect(screen.queryByRole('button', { name: word('result.track.refund') })).toBeNull();
    });

    it.each([
      ['lost', LOST, (): string => word('result.track.wishFailed')],
      ['not due any more', refuse('refund-not-due', { message: 'said so' }), (): string => 'said so'],
    ] as const)(
      '[T 7.6] a refund request that is %s shows the reason and can be sent again',
      async (_why, said, sentence) => {
        network.use(answer(wishRefund, said));
        show(agoMs(LIMIT_MS));
        await userEvent.click(refund());
        expect(await screen.findByText(sentence())).toBeDefined();
        network.use(answer(wishRefund, { wishedAt: AT }));
        await userEvent.click(refund());
        await seeWished();
      },
    );
  });

  it('gems are overdue only after the delivery limit, and never once they are delivered', () => {
    show(agoMs(LIMIT_MS - 60_000));
    expect(screen.queryByText(OVERDUE)).toBeNull();
    expect(screen.getByText(/تأخرت الجواهر عن المعتاد/)).toBeDefined();
    cleanup();
    show({ ...agoMs(LIMIT_MS), refundWishedAt: new Date() }, new Date());
    expect(screen.queryByText(OVERDUE)).toBeNull();
    expect(document.body.textContent).not.toContain('طلبت استرداد المبلغ');
  });
});

it('[UX 2.6] the receipt names the seller and its tax number', async () => {
  show();
  const seller = plain((await screen.findByTestId('seller')).textContent);
  expect(seller).toBe('(operator_name)الرقم الضريبي (vat_number)');
  expect(screen.getByText('البائع')).toBeDefined();
});

describe('[UX 2.6] the animation of the gem on a result', () => {
  const medal = () => document.querySelector('[data-medal]');
  const isDropping = () => medal()?.classList.contains('new') === true;

  it('the gem animation plays when a paid order is first seen, and not again after a reload', () => {
    storedLastOrderId.write(ORDER.orderId);
    show();
    expect([isDropping(), medal()?.querySelectorAll('.spark').length]).toEqual([true, 4]);
    cleanup();
    show({}, new Date());
    expect(isDropping()).toBe(false);
  });

  it('the gem animation does not play for an order that is not the last one of this device', () => {
    storedLastOrderId.write('018f2f9e-0000-7000-8000-0000000000ff' as OrderId);
    show();
    expect(isDropping()).toBe(false);
  });
});
