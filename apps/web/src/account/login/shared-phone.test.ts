import type { OrderInfo } from '@jawhara/contract';
import {
  accountId,
  CHECKOUT_COM_CARD,
  usdCents,
  type DisplayId,
  type OrderId,
  type RechargeId,
} from '@jawhara/domain';
import { listRecipientHistory, logOut, uploadRecipientHistory } from '@jawhara/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { AMAL, NOURA } from '../../api/test/accounts.ts';
import { answer, network } from '../../api/test/network.ts';
import { forgetLogin } from '../../browser/storage/forget-login.ts';
import { keepSeenOrder, moveOrdersTo, rememberOrderId, storedOrders } from '../../browser/storage/orders.ts';
import {
  confirmRecipient,
  countPaidRecipient,
  rememberRecipient,
  storedRecipientHistory,
} from '../../browser/storage/recipients.ts';
import {
  storedLastOrderId,
  storedLastPaidAmount,
  storedLastPurchase,
  storedOpenOrderId,
} from '../../browser/storage/purchase.ts';
import { rememberReport } from '../../browser/storage/reports.ts';
import { STORAGE_PREFIX } from '../../browser/storage/stored.ts';
import { finishLogin } from './finish-login.ts';

const AT = new Date('2026-11-14T10:42:00Z');
const SALEM = { ...NOURA, accountId: accountId(1_003), displayId: '8841206' as DisplayId, nickname: 'Salem' };
const REEM = { ...NOURA, accountId: accountId(1_004), displayId: '7730912' as DisplayId, nickname: 'Reem' };

const orderId = (nth: number) => `019a8000-0000-7000-8000-${String(nth).padStart(12, '0')}` as OrderId;

function orderFor(nth: number, recipient = SALEM): OrderInfo {
  return {
    orderId: orderId(nth),
    purpose: 'gems',
    payType: CHECKOUT_COM_CARD,
    rechargeId: 'card_999' as RechargeId,
    priceUsdCents: usdCents(999),
    gems: 1_060,
    bonusGems: 60,
    recipient,
    createdAt: AT,
    challenge: null,
    money: null,
    refundWishedAt: null,
    deliveryDueAt: null,
    receiptLink: null,
    mail: null,
    result: 0,
    state: 'delivered',
    creditedAt: AT,
  };
}

const storedText = (): string =>
  JSON.stringify(Object.entries(localStorage).filter(([key]) => key.startsWith(STORAGE_PREFIX)));

function signIn(account = AMAL, key = 'a'): Promise<void> {
  network.use(answer(uploadRecipientHistory, {}), answer(listRecipientHistory, []), answer(logOut, {}));
  return finishLogin({ sessionKey: key.repeat(64), account }, () => undefined);
}

/** Stores everything that a purchase leaves in the browser. */
function buy(nth: number, recipient = SALEM): void {
  rememberRecipient(recipient);
  confirmRecipient(recipient.accountId);
  rememberOrderId(orderId(nth));
  storedLastOrderId.write(orderId(nth));
  storedOpenOrderId.write(orderId(nth));
  keepSeenOrder(orderFor(nth, recipient), AT);
  countPaidRecipient(recipient.accountId, orderId(nth));
  storedLastPurchase.write({ amount: usdCents(999), recipient, card: null });
  storedLastPaidAmount.write(usdCents(999));
}

const sendReport = (reportNumber: string, isSignedIn: boolean): void =>
  rememberReport({
    reportNumber,
    orderNumber: '',
    contact: `${reportNumber}@example.com`,
    isSignedIn,
    sentAt: AT,
  });

beforeEach(() => localStorage.clear());

describe('a phone that several people use', () => {
  it('[ORD-19] signing out deletes the account’s orders, recipients, purchases and report contacts from the device', async () => {
    await signIn();
    buy(1);
    sendReport('FB-7F3K-20481', true);
    forgetLogin();
    expect(storedText()).not.toMatch(/Salem|Amal|8841206|019a8000|FB-7F3K|example\.com|999/);
  });

  it('[ORD-19] signing in with another account deletes the previous account’s data from the device', async () => {
    await signIn();
    buy(1);
    await signIn(NOURA, 'b');
    expect(storedText()).not.toMatch(/Salem|Amal|019a8000/);
  });

  it('[ORD-19] a visitor’s orders and reports made before a login stay on the device after signing out', async () => {
    buy(1);
    sendReport('FB-7F3K-20481', false);
    await signIn();
    // The order is read again after the login, and still counts as one placed without a login.
    keepSeenOrder(orderFor(1), AT);
    buy(2, REEM);
    forgetLogin();
    expect(storedOrders.read()?.map((order) => order.orderId)).toEqual([orderId(1)]);
    expect(storedRecipientHistory.read()).toEqual([SALEM]);
    expect(storedText()).toMatch(/FB-7F3K-20481@example\.com/);
    expect(storedText()).not.toMatch(/Reem/);
  });

  it('[ORD-19] an order that an account has claimed from a visitor is deleted from the device when the account signs out', async () => {
    buy(1);
    await signIn();
    moveOrdersTo(AMAL.accountId, [orderId(1)]);
    forgetLogin();
    expect(storedText()).not.toMatch(/Salem|019a8000/);
  });

  it('[ORD-19] a stored order of an older build, which names no account, is deleted when the account signs out', async () => {
    await signIn();
    buy(1);
    localStorage.setItem(
      'jawhara.orders',
      (localStorage.getItem('jawhara.orders') ?? '').replace(/"by":\d+,/, ''),
    );
    expect(storedOrders.read()?.[0]?.by).toBe(AMAL.accountId);
    forgetLogin();
    expect(storedText()).not.toMatch(/019a8000/);
  });
});
