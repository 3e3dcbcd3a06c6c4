import type { DeclineReason } from '@jawhara/domain';
import { expect } from '../fixtures.ts';
import { pageWord } from '../page-word.ts';
import { placeOrder } from '../shortcut.ts';
import { changed, unanswered } from './faked-answer.ts';
import { openOrder, type Screen, type Visit } from './screen-list.ts';

const ORDER = '/api/web/get_order_info_by_pay2_order_id/';
const STATUS = '/api/web/pay_result_by_order_fast/';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

/** A paid order whose gems have not arrived for this time. */
function lateBy(name: string, waitedMs: number, more: object = {}, shows = 'receipt'): Screen {
  return {
    name: `result-${name}`,
    async open(visit) {
      const notYet = { state: 'paid', credited_at: null };
      await changed(visit.page, ORDER, (data) => ({
        ...data,
        ...notYet,
        ...more,
        created_at: ago(waitedMs),
      }));
      await changed(visit.page, STATUS, (data) => ({ ...data, ...notYet }));
      await openOrder(visit, 'approve');
      await visit.payer.seeOutcome('success');
      await expect(visit.page.getByTestId(shows)).toBeVisible();
    },
  };
}

async function openPending(visit: Visit, waitedMs: number): Promise<void> {
  await changed(visit.page, ORDER, (data) => ({ ...data, created_at: ago(waitedMs) }));
  await openOrder(visit, 'wrong-amount');
  await visit.payer.seeOutcome('pending');
  // Decided by the order's age, so the test need not wait for the forty polls of a new one.
  await expect(visit.payer.result).toContainText(await pageWord(visit.page, 'result.pending.title'));
}

/** A decline with a reason that no test card causes. */
function declined(name: string, reason: DeclineReason): Screen {
  return {
    name: `result-${name}`,
    async open(visit) {
      await changed(visit.page, '/api/web/get_pay_error_by_order/', (data) => ({
        ...data,
        err_summary: reason,
      }));
      await openOrder(visit, 'do-not-honour');
      await expect(visit.payer.result).toBeVisible();
    },
  };
}

export const OUTCOME_SCREENS: readonly Screen[] = [
  lateBy('on-the-way', 0),
  lateBy('late', 11 * MINUTE_MS),
  lateBy('overdue', 96 * HOUR_MS, { delivery_due_at: ago(24 * HOUR_MS) }, 'wish-refund'),
  lateBy('refund-wished', 96 * HOUR_MS, {
    delivery_due_at: ago(24 * HOUR_MS),
    refund_wished_at: ago(HOUR_MS),
  }),
  {
    name: 'result-returned',
    async open(visit) {
      const returned = { state: 'refunded', money: 'returned' };
      await changed(visit.page, ORDER, (data) => ({ ...data, ...returned }));
      await changed(visit.page, STATUS, (data) => ({ ...data, state: 'refunded' }));
      await openOrder(visit, 'approve');
      await expect(visit.payer.result).toBeVisible();
    },
  },
  {
    name: 'result-checking',
    async open(visit) {
      await unanswered(visit.page, STATUS);
      await openOrder(visit, 'wrong-amount');
      await expect(visit.page.locator('main.page')).toBeVisible();
      await expect(visit.page.getByTestId('progress').or(visit.payer.result).first()).toBeVisible();
    },
  },
  { name: 'result-pending', open: (visit) => openPending(visit, 4 * MINUTE_MS) },
  { name: 'result-pending-long', open: (visit) => openPending(visit, 11 * MINUTE_MS) },
  declined('details', 'expiry-wrong'),
  declined('number', 'card-number-wrong'),
  declined('limit', 'daily-limit'),
  declined('smaller-amount', 'smaller-amount-needed'),
  declined('risk', 'risk'),
  declined('our-fault', 'our-fault'),
  declined('lapsed', 'payment-lapsed'),
  declined('blocked', 'card-blocked'),
  declined('withdrawn', 'card-withdrawn'),
  {
    name: 'returned-from-provider',
    async open(visit) {
      await unanswered(visit.page, STATUS);
      const orderId = await placeOrder(visit.page.request, 'wrong-amount');
      await visit.page.goto(`/recharge-list?zp_show=1&zp_h5deviceid=1&zp_orderid=${orderId}`);
      await expect(visit.page.getByTestId('progress').or(visit.payer.result).first()).toBeVisible();
    },
  },
];
