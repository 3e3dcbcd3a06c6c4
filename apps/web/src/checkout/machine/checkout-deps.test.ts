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

describe('what a page that died leaves behind', () => {
  it('nothing: the card', () => {
    expect(entry('?step=card')).toEqual(FRESH);
  });

  it('a request without an answer is found again; with its order it is over', () => {
    deps.rememberRequest('request-1');
    expect(entry('?step=card').pendingRequestId).toBe('request-1');
    expect(storedPendingRequest.read()?.requestId).toBe('request-1');
    deps.rememberOrder(ORDER);
    expect(entry('?step=card')).toEqual({ ...FRESH, orderId: ORDER });
  });

  it('an undecided order is looked up before a new one can begin; a decided one is not', () => {
    deps.rememberOrder(ORDER);
    deps.orderDecided(OTHER, true);
    expect(entry('?step=card').orderId).toBe(ORDER);
    deps.orderDecided(ORDER, false);
    expect(entry('?step=card').orderId).toBeNull();
    expect(storedOpenOrderId.read()).toBeNull();
    expect(storedLastOrderId.read()).toBe(ORDER);
  });

  it('a paid order is looked up too until its result was there to be seen: whoever missed it might pay again', () => {
    deps.rememberOrder(ORDER);
    deps.orderDecided(ORDER, true);
    expect(entry('').orderId).toBe(ORDER);
    deps.keepPurchase({ ...order('paid'), orderId: OTHER }, null);
    expect(entry('').orderId).toBe(ORDER);
    deps.keepPurchase({ ...order('paid'), orderId: ORDER }, null);
    expect(entry('').orderId).toBeNull();
  });

  it('the order of the address comes first', () => {
    deps.rememberOrder(ORDER);
    expect(entry(`?step=returned&order_id=${OTHER}`)).toMatchObject({ orderId: OTHER, isBackFromBank: true });
  });

  it('nothing of a card or a token is ever in the storage', () => {
    deps.rememberRequest('request-1');
    deps.rememberOrder(ORDER);
    const all = JSON.stringify(Object.fromEntries(Object.entries(localStorage)));
    expect(all).not.toMatch(/tok_|cvv|token/i);
  });
});

it('what the checkout does is told to whoever records it; nothing they do stops it', () => {
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
