import '../../words/load-card.ts';
import '../../words/load-help.ts';
import '../../words/load-pay.ts';
import '../../words/load-result.ts';
import { readOperatorFacts, type OrderInfo } from '@jawhara/contract';
import { GEMS_ARE_OVERDUE_AFTER_MS, orderNumber, type OrderId } from '@jawhara/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, network } from '../../api/test/network.ts';
import { storedLastOrderId } from '../../host/stored-last-order-id.ts';
import { FACTS } from '../../api/test/facts.ts';
import { cleanup, plain, render, screen, userEvent } from '../../ui/test/library.ts';
import { order as sampleOrder } from '../flow/purchase/test/purchase-samples.ts';
import { PaidResult } from './paid-result.tsx';

const NOTHING = () => undefined;
const ACTIONS = {
  onRetry: NOTHING,
  onOtherCard: NOTHING,
  onRetryWith: NOTHING,
  onRefresh: NOTHING,
  onClose: NOTHING,
};
const ORDER = sampleOrder('paid');

function show(more: Partial<OrderInfo> = {}, creditedAt: Date | null = null): void {
  const order = { ...ORDER, ...more };
  render(<PaidResult orderId={order.orderId} order={order} creditedAt={creditedAt} actions={ACTIONS} />);
}
const agoMs = (ms: number): Partial<OrderInfo> => ({ createdAt: new Date(Date.now() - ms) });

beforeEach(() => {
  localStorage.clear();
  network.use(answer(readOperatorFacts, FACTS));
});

describe('[UX 2.6] gems that are overdue', () => {
  const OVERDUE = 'لم تصل الجواهر بعد. يمكنك الانتظار أو طلب استرداد المبلغ.';

  it('the money can be asked for, in a report about this order, or waited on', async () => {
    show(agoMs(GEMS_ARE_OVERDUE_AFTER_MS));
    expect(screen.getByText(OVERDUE)).toBeDefined();
    const refund = screen.getByRole('link', { name: 'طلب استرداد المبلغ' });
    expect(refund.getAttribute('href')).toBe(`/feedback?order=${orderNumber(ORDER.orderId)}`);
    await userEvent.click(screen.getByRole('button', { name: 'الانتظار' }));
    expect(screen.queryByText(OVERDUE)).toBeNull();
    expect(screen.getByText(/تأخرت الجواهر عن المعتاد/)).toBeDefined();
  });

  it('a minute earlier they are only late, and once they are there they are neither', () => {
    show(agoMs(GEMS_ARE_OVERDUE_AFTER_MS - 60_000));
    expect(screen.queryByText(OVERDUE)).toBeNull();
    expect(screen.getByText(/تأخرت الجواهر عن المعتاد/)).toBeDefined();
    cleanup();
    show(agoMs(GEMS_ARE_OVERDUE_AFTER_MS), new Date());
    expect(screen.queryByText(OVERDUE)).toBeNull();
  });
});

it('[UX 2.6] the receipt names the seller and its tax number', async () => {
  show();
  const seller = plain((await screen.findByTestId('seller')).textContent);
  expect(seller).toBe('(operator_name)الرقم الضريبي (vat_number)');
  expect(screen.getByText('البائع')).toBeDefined();
});

describe('[UX 2.6] the gem drops in', () => {
  const medal = () => document.querySelector('[data-medal]');
  const isDropping = () => medal()?.classList.contains('new') === true;

  it('when the order of this device is first seen paid, and not again after a reload', () => {
    storedLastOrderId.write(ORDER.orderId);
    show();
    expect([isDropping(), medal()?.querySelectorAll('.spark').length]).toEqual([true, 4]);
    cleanup();
    show({}, new Date());
    expect(isDropping()).toBe(false);
  });

  it('not for an older order of "my orders", nor for somebody else’s', () => {
    storedLastOrderId.write('018f2f9e-0000-7000-8000-0000000000ff' as OrderId);
    show();
    expect(isDropping()).toBe(false);
  });
});
