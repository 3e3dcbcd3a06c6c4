import type { FunnelMoment, OrderId } from '@jawhara/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { hearTold } from '../../browser/event-queue.ts';
import { storedPendingRequest } from '../../browser/storage/stored-pending-request.ts';
import { storedLastOrderId } from '../../browser/storage/stored-last-order-id.ts';
import { storedOpenOrderId } from '../../browser/storage/stored-purchase.ts';
import { FRESH, order } from './purchase/test/purchase-samples.ts';
import { CHECKOUT_WORLD as world, purchaseEntry } from './checkout-world.ts';
import { runCheckout } from './run-checkout.ts';
import { confirm, ENTRY } from './test/checkout-samples.ts';
import { notedWorld } from './test/noted-world.ts';

const ORDER = '018f2f9e-0000-7000-8000-000000000001' as OrderId;
const OTHER = '018f2f9e-0000-7000-8000-000000000002' as OrderId;
const entry = (search: string) => purchaseEntry({ search, hash: '' });

beforeEach(() => localStorage.clear());

describe('what a page that died leaves behind', () => {
  it('nothing: the card', () => {
    expect(entry('?step=card')).toEqual(FRESH);
  });

  it('a request without an answer is found again; with its order it is over', () => {
    world.rememberRequest('request-1');
    expect(entry('?step=card').pendingRequestId).toBe('request-1');
    expect(storedPendingRequest.read()?.requestId).toBe('request-1');
    world.rememberOrder(ORDER);
    expect(entry('?step=card')).toEqual({ ...FRESH, orderId: ORDER });
  });

  it('an undecided order is looked up before a new one can begin; a decided one is not', () => {
    world.rememberOrder(ORDER);
    world.orderDecided(OTHER, true);
    expect(entry('?step=card').orderId).toBe(ORDER);
    world.orderDecided(ORDER, false);
    expect(entry('?step=card').orderId).toBeNull();
    expect(storedOpenOrderId.read()).toBeNull();
    expect(storedLastOrderId.read()).toBe(ORDER);
  });

  it('a paid order is looked up too until its result was there to be seen: whoever missed it might pay again', () => {
    world.rememberOrder(ORDER);
    world.orderDecided(ORDER, true);
    expect(entry('').orderId).toBe(ORDER);
    world.keepPurchase({ ...order('paid'), orderId: OTHER }, null);
    expect(entry('').orderId).toBe(ORDER);
    world.keepPurchase({ ...order('paid'), orderId: ORDER }, null);
    expect(entry('').orderId).toBeNull();
  });

  it('the order of the address comes first', () => {
    world.rememberOrder(ORDER);
    expect(entry(`?step=returned&order_id=${OTHER}`)).toMatchObject({ orderId: OTHER, isBackFromBank: true });
  });

  it('nothing of a card or a token is ever in the storage', () => {
    world.rememberRequest('request-1');
    world.rememberOrder(ORDER);
    const all = JSON.stringify(Object.fromEntries(Object.entries(localStorage)));
    expect(all).not.toMatch(/tok_|cvv|token/i);
  });
});

it('what the checkout does is told to whoever records it; nothing they do stops it', () => {
  const told: FunnelMoment[] = [];
  const { getState, dispatch } = runCheckout(ENTRY, { ...notedWorld().world, noticed: world.noticed });
  dispatch(confirm());
  hearTold((moment) => {
    told.push(moment as FunnelMoment);
    if (told.length > 1) throw new Error('the recorder is broken');
  });
  const before = getState();
  dispatch(confirm());
  expect(getState()).not.toBe(before);
  expect(told.map(({ step }) => step)).toEqual(['recharge_click', 'recharge_click']);
});
