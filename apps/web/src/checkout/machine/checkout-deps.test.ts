import type { FunnelMoment, OrderId } from '@jawhara/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { createEventQueue } from '../../browser/event-queue.ts';
import {
  storedPendingRequest,
  storedLastOrderId,
  storedOpenOrderId,
} from '../../browser/storage/purchase.ts';
import { FRESH, order } from './purchase/test/purchase-samples.ts';
import { createPageScope } from '../../page-scope.ts';
import { checkoutDeps, purchaseEntry } from './checkout-deps.ts';
import { runCheckout } from './run-checkout.ts';
import { confirm, ENTRY } from './test/checkout-samples.ts';
import { recordedDeps } from './test/recorded-deps.ts';

const ORDER = '018f2f9e-0000-7000-8000-000000000001' as OrderId;
const OTHER = '018f2f9e-0000-7000-8000-000000000002' as OrderId;
const deps = checkoutDeps(createPageScope());
const entry = (search: string) => purchaseEntry({ search, hash: '' });

beforeEach(() => localStorage.clear());

describe('the state that a closed page left in the browser', () => {
  it('a page opened without a stored order or request begins a new purchase', () => {
    expect(entry('?step=card')).toEqual(FRESH);
  });

  it('the id of an unanswered order request is stored for the next page, until the order of the request is known', () => {
    deps.rememberRequest('request-1');
    expect(entry('?step=card').pendingRequestId).toBe('request-1');
    expect(storedPendingRequest.read()?.requestId).toBe('request-1');
    deps.rememberOrder(ORDER);
    expect(entry('?step=card')).toEqual({ ...FRESH, orderId: ORDER });
  });

  it('an undecided order is looked up when the page opens; a decided one is not', () => {
    deps.rememberOrder(ORDER);
    deps.orderDecided(OTHER, true);
    expect(entry('?step=card').orderId).toBe(ORDER);
    deps.orderDecided(ORDER, false);
    expect(entry('?step=card').orderId).toBeNull();
    expect(storedOpenOrderId.read()).toBeNull();
    expect(storedLastOrderId.read()).toBe(ORDER);
  });

  it('a page that opens looks up a paid order again, until the result of the order has been shown', () => {
    deps.rememberOrder(ORDER);
    deps.orderDecided(ORDER, true);
    expect(entry('').orderId).toBe(ORDER);
    deps.keepPurchase({ ...order('paid'), orderId: OTHER }, null);
    expect(entry('').orderId).toBe(ORDER);
    deps.keepPurchase({ ...order('paid'), orderId: ORDER }, null);
    expect(entry('').orderId).toBeNull();
  });

  it('the order in the address takes precedence over the stored order', () => {
    deps.rememberOrder(ORDER);
    expect(entry(`?step=returned&order_id=${OTHER}`)).toMatchObject({ orderId: OTHER, isBackFromBank: true });
  });

  it('no card data and no token is stored in the browser', () => {
    deps.rememberRequest('request-1');
    deps.rememberOrder(ORDER);
    const all = JSON.stringify(Object.fromEntries(Object.entries(localStorage)));
    expect(all).not.toMatch(/tok_|cvv|token/i);
  });
});

it('checkout steps reach the analytics listener, and an error thrown by the listener does not stop the checkout', () => {
  const reported: FunnelMoment[] = [];
  const { onTracked } = createEventQueue();
  const { getState, dispatch } = runCheckout(ENTRY, { ...recordedDeps().deps, noticed: deps.noticed });
  dispatch(confirm());
  onTracked((moment) => {
    if (!('step' in moment)) return;
    reported.push(moment);
    if (reported.length > 1) throw new Error('the recorder is broken');
  });
  const before = getState();
  dispatch(confirm());
  expect(getState()).not.toBe(before);
  expect(reported.map(({ step }) => step)).toEqual(['recharge_click', 'recharge_click']);
});
