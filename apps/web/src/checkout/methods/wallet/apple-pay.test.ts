import { DEFAULT_WALLET_SHEET, walletRequest } from '@jawhara/contract';
import { usdCents, type WalletToken } from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fireEvent, screen } from '../../../ui/test/library.ts';
import { openApplePay, type AppleWallet } from './apple-pay.ts';
import { APPLE_TOKEN, appleSheets, merchantSession, withApplePay } from './test/with-apple-pay.ts';

const SHEET = { ...DEFAULT_WALLET_SHEET, totalLabel: 'JAWHARA' };

function open(sheet = SHEET) {
  const received: string[] = [];
  const tokens: WalletToken[] = [];
  const wallet = (globalThis as unknown as { ApplePaySession: AppleWallet }).ApplePaySession;
  const opened = openApplePay(wallet, walletRequest(sheet, usdCents(999)), {
    onMerchant: () => received.push('merchant'),
    onCard: () => received.push('card'),
    onNothing: () => received.push('nothing'),
    onAuthorised: (token) => {
      received.push('authorised');
      tokens.push(token);
    },
    onCancelled: () => received.push('cancelled'),
  });
  return { opened, received, tokens };
}
const turn = () => vi.advanceTimersByTimeAsync(1);
const pay = async () => {
  fireEvent.click(screen.getByTestId('apple-pay'));
  await turn();
};

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  for (const cancel of screen.queryAllByTestId('apple-cancel')) fireEvent.click(cancel);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the Apple Pay sheet', () => {
  it('[WAL-01] the Apple Pay sheet shows name and price, requests its merchant session, and returns the token', async () => {
    withApplePay();
    const { opened, received, tokens } = open();
    await turn();
    expect(received).toEqual(['merchant']);
    expect(screen.getByTestId('apple-sheet').textContent).toContain('JAWHARA 9.99 USD');
    expect(opened?.completeValidation(merchantSession())).toBe(true);
    await pay();
    expect(received).toEqual(['merchant', 'authorised']);
    expect(tokens[0]?.methodType).toBe('debit');
    expect(JSON.parse(atob(tokens[0]?.walletToken ?? ''))).toEqual(APPLE_TOKEN.paymentData);
    opened?.complete(true);
    expect(appleSheets()).toEqual([['JAWHARA 9.99 USD', 'validated', 'authorised', 'success']]);
    expect(screen.queryByTestId('apple-sheet')).toBeNull();
    opened?.close();
    expect(appleSheets()[0]).not.toContain('aborted');
  });

  it('the Apple Pay sheet does not open without a press, beside another sheet, or without card networks', async () => {
    const { isPressed } = withApplePay();
    isPressed.now = false;
    expect(open().opened).toBeNull();
    isPressed.now = true;
    expect(open({ ...SHEET, networks: [] }).opened).toBeNull();
    const first = open();
    expect(open().opened).toBeNull();
    first.opened?.close();
    expect(open().opened).not.toBeNull();
  });

  it('the Apple Pay sheet opens in a browser that supports only version 4', () => {
    withApplePay({ newestVersion: 4 });
    expect(open().opened).not.toBeNull();
  });

  it('[WAL-06] closing the Apple Pay sheet is reported once, and not when the page itself closes it', async () => {
    withApplePay();
    const first = open();
    fireEvent.click(screen.getByTestId('apple-cancel'));
    expect(first.received).toEqual(['cancelled']);
    const second = open();
    await turn();
    second.opened?.close();
    expect(second.received).toEqual(['merchant']);
  });

  it.each([
    ['of another host', () => merchantSession('elsewhere.example')],
    ['that is no JSON', () => 'nothing'],
  ])('[WAL-06] an Apple Pay merchant session %s is rejected', async (_name, session) => {
    withApplePay();
    const { opened } = open();
    await turn();
    expect(opened?.completeValidation(session())).toBe(false);
  });

  it('a failed Apple Pay payment shows the failure, and then the sheet closes', async () => {
    withApplePay();
    const { opened, received } = open();
    await turn();
    opened?.completeValidation(merchantSession());
    await pay();
    opened?.complete(false);
    expect(screen.getByTestId('apple-sheet').dataset['state']).toBe('failed');
    await vi.advanceTimersByTimeAsync(2_500);
    expect(screen.queryByTestId('apple-sheet')).toBeNull();
    expect(received).toEqual(['merchant', 'authorised']);
  });

  it('completing the Apple Pay sheet after it timed out at thirty seconds shows no success', async () => {
    withApplePay();
    const { opened, received } = open();
    await turn();
    opened?.completeValidation(merchantSession());
    await pay();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(appleSheets()[0]).toContain('timed out');
    expect(received.at(-1)).toBe('cancelled');
    opened?.complete(true);
    expect(appleSheets()[0]).not.toContain('success');
  });
});
