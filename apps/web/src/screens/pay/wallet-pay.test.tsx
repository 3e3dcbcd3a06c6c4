import {
  cancelOrder,
  checkDomainPayable,
  createCoinPay,
  openWalletSession,
  verifyWalletPay,
} from '@jawhara/contract';
import { GENERIC_WALLET } from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { requestsTo, LOST, refuse } from '../../api/test/network.ts';
import { gapSentence } from '../../checkout/parts/pay-gap.ts';
import { appleSheets, withApplePay } from '../../checkout/methods/wallet/test/with-apple-pay.ts';
import {
  storedLastPayCard,
  storedLastPayType,
  storedPendingRequest,
  storedChosenAmount,
  storedOpenOrderId,
} from '../../browser/storage/purchase.ts';
import { screen, userEvent, waitFor } from '../../ui/test/library.ts';
import { word } from '../../words/word.ts';
import { card, newServer, type StepsServer } from '../pay-step/test/steps-server.ts';
import {
  chooseBoth,
  fakeOpening,
  CONFIRM,
  fill,
  press,
  pressPay,
  seeChosen,
  seeResult,
  visit,
} from '../pay-step/test/steps-shop.tsx';

vi.mock('../../checkout/methods/card/open-card-fields.ts', () => fakeOpening);

const click = async (testId: string) => userEvent.click(await screen.findByTestId(testId));

async function open(more: Partial<StepsServer> = {}): Promise<StepsServer> {
  const server = newServer(more);
  await visit('/pay', server);
  return server;
}

/** Chooses the wallet and presses its button. */
async function pressWallet(more: Partial<StepsServer> = {}): Promise<StepsServer> {
  const server = await open(more);
  await screen.findByRole('radio', { name: /9\.99/, checked: true });
  await click('method-wallet');
  await click('pay-wallet');
  return server;
}

/** Like `pressWallet`; then the payer authorises in the sheet. */
async function payByWallet(more: Partial<StepsServer> = {}): Promise<StepsServer> {
  const server = await pressWallet(more);
  await waitFor(() => expect(screen.getByTestId('apple-sheet').dataset['state']).toBe('ready'));
  await click('apple-pay');
  return server;
}

const seeProblem = (id: Parameters<typeof word>[0]) =>
  waitFor(() => expect(screen.getByTestId('wallet-problem').textContent).toBe(word(id)));

beforeEach(() => {
  chooseBoth();
  withApplePay();
});
afterEach(() => {
  for (const sheet of screen.queryAllByTestId('apple-sheet')) sheet.remove();
  vi.unstubAllGlobals();
});

describe('[UX 2.6] after a card that was refused', () => {
  it('after a refused card the wallet is offered; choosing it selects it among the methods, and it pays', async () => {
    const server = await open({
      cards: [card('4242')],
      refusal: 'other',
      answer: { kind: 'refused', outcome: 'other' },
    });
    await seeChosen('4242');
    await pressPay();
    await fill('cvv');
    await press(CONFIRM);
    await seeResult('other');
    await userEvent.click(await screen.findByTestId('wallet'));
    expect((await screen.findByTestId('method-wallet')).getAttribute('aria-checked')).toBe('true');
    expect([location.pathname, requestsTo(createCoinPay).length, appleSheets()]).toEqual(['/pay', 1, []]);
    server.answer = { kind: 'paid' };
    await click('pay-wallet');
    await waitFor(() => expect(screen.getByTestId('apple-sheet').dataset['state']).toBe('ready'));
    await click('apple-pay');
    await seeResult('success');
    expect(requestsTo(createCoinPay)).toHaveLength(2);
  });
});

describe('the wallet among the methods', () => {
  it('[TYP-02] the wallet is the first method; its button stays enabled, and without a pack a message is shown', async () => {
    storedChosenAmount.forget();
    await open();
    const row = await screen.findByTestId('method-wallet');
    expect(
      screen.getAllByRole('radio').filter(({ dataset }) => dataset['testid']?.startsWith('method-'))[0],
    ).toBe(row);
    expect(requestsTo(checkDomainPayable)).toMatchObject([
      { pay_type: String(GENERIC_WALLET), domain: location.host, check_only: expect.stringMatching(/^\d+$/) },
    ]);
    await userEvent.click(row);
    const button = await screen.findByRole('button', { name: 'Apple Pay' });
    expect(button.getAttribute('aria-disabled')).toBeNull();
    expect(screen.queryByTestId('pay-now')).toBeNull();
    // A pack is missing: the page says so and opens no sheet.
    await userEvent.click(button);
    expect(await screen.findByText(gapSentence('pack'))).toBeDefined();
    expect(appleSheets()).toEqual([]);
  });

  it('the wallet is not offered when no pack is sold through its channel', async () => {
    await open({ domain: { isPayable: true, domain: location.host, payType: 30 } });
    await screen.findByTestId('method-new-card');
    await waitFor(() => expect(requestsTo(checkDomainPayable)).toHaveLength(1));
    expect(screen.queryByTestId('method-wallet')).toBeNull();
  });

  it('a payer who last paid by wallet finds it selected', async () => {
    storedLastPayType.write(26);
    storedLastPayCard.write('apple_pay' as never);
    await open();
    expect((await screen.findByTestId('method-wallet')).getAttribute('aria-checked')).toBe('true');
    expect(await screen.findByTestId('pay-wallet')).toBeDefined();
  });
});

describe('paying by wallet', () => {
  it('[STP-04] [WAL-03] a wallet payment takes one press: order, session and token, and the receipt names the wallet', async () => {
    await payByWallet();
    await seeResult('success');
    expect(requestsTo(createCoinPay)).toMatchObject([
      { pay_type: 26, platform_data: '{"wallet_sheet":true}' },
    ]);
    expect(requestsTo(openWalletSession)).toMatchObject([{ domain_name: location.host }]);
    expect(requestsTo(verifyWalletPay)).toMatchObject([{ payment_method_type: 'debit' }]);
    expect(appleSheets()).toEqual([['JAWHARA 9.99 USD', 'validated', 'authorised', 'success']]);
    expect((await screen.findByTestId('paid-with')).textContent).toBe('Apple Pay');
    expect(location.search).toContain('order_id=');
    expect([storedLastPayType.read(), storedLastPayCard.read()]).toEqual([26, 'apple_pay']);
  });

  it('the receipt of a wallet payment names the wallet’s card once the server reports the card', async () => {
    await payByWallet({ cardOfOrder: card('4242') });
    await seeResult('success');
    await waitFor(() =>
      expect(screen.getByTestId('paid-with').textContent).toBe('Visa •••• 4242 (Apple Pay)'),
    );
  });

  it.each([
    ['[WAL-07] a wallet payment refused for insufficient funds', 'balance'],
    ['[WAL-07] a wallet payment refused by 3-D Secure', 'verify'],
    ['[WAL-07] a wallet payment refused as high risk', 'high-risk'],
  ] as const)('%s shows its own result, and the sheet fails', async (_name, refusal) => {
    await payByWallet({ walletPaid: { kind: 'refused', outcome: refusal }, refusal });
    await seeResult(refusal);
    expect(appleSheets()[0]).toContain('failure');
  });

  it('[WAL-04] the wallet sheet stays open while the payment is pending, and is completed on success', async () => {
    await payByWallet({ walletPaid: { kind: 'pending' }, ends: 'delivered' });
    await seeResult('success');
    expect(appleSheets()[0]?.at(-1)).toBe('success');
  });

  it('[WAL-06] a closed wallet sheet cancels its order and shows a message, and can be opened again', async () => {
    await pressWallet();
    await waitFor(() => expect(screen.getByTestId('apple-sheet').dataset['state']).toBe('ready'));
    await click('apple-cancel');
    await seeProblem('err.cancelledByUser');
    await waitFor(() => expect(requestsTo(cancelOrder)).toHaveLength(1));
    expect([storedOpenOrderId.read(), storedPendingRequest.read()]).toEqual([null, null]);
    expect(location.pathname).toBe('/pay');
    await click('pay-wallet');
    await waitFor(() => expect(screen.getByTestId('apple-sheet').dataset['state']).toBe('ready'));
    await click('apple-pay');
    await seeResult('success');
    expect(requestsTo(createCoinPay)).toHaveLength(2);
  });

  it('[WAL-02] a merchant session that fails once is requested again', async () => {
    await payByWallet({ sessionsLost: 1 });
    await seeResult('success');
    expect(requestsTo(openWalletSession)).toHaveLength(2);
  });

  it('[WAL-02] a merchant session that fails twice closes the sheet, shows a message and cancels the order', async () => {
    await pressWallet({ sessionsLost: 2 });
    await seeProblem('err.walletSession');
    expect(appleSheets().at(-1)).toContain('aborted');
    await waitFor(() => expect(requestsTo(cancelOrder)).toHaveLength(1));
  });

  it('[ORD-10] a refused wallet order closes the sheet, and its message is shown on the page of packs', async () => {
    await pressWallet({ refuses: 'pack-not-found' });
    expect((await screen.findByTestId('wallet-problem')).textContent).toContain('closed');
    expect(appleSheets().at(-1)).toContain('aborted');
  });

  it('[WAL-07] a refused wallet token fails the sheet and shows a message', async () => {
    await payByWallet({ walletPaid: refuse('wallet-not-available') });
    await seeProblem('err.sendFailed');
    expect(appleSheets()[0]).toContain('failure');
  });

  it('a wallet sheet that the browser refuses to open shows that nothing was sent', async () => {
    const { isPressed } = withApplePay();
    isPressed.now = false;
    await pressWallet();
    await seeProblem('err.sendFailed');
    expect(requestsTo(createCoinPay)).toEqual([]);
  });
});

describe('a lost response to the wallet token', () => {
  it('after a lost response the wallet token is sent again, and only one order is made', async () => {
    const server = await payByWallet({ walletPaid: LOST });
    await waitFor(() => expect(requestsTo(verifyWalletPay)).toHaveLength(1));
    const orderId = storedOpenOrderId.read();
    expect(orderId).not.toBeNull();
    server.walletPaid = { kind: 'paid' };
    await seeResult('success');
    // The same token again, for the same order: the server answers with the result of the first request.
    const tokens = requestsTo(verifyWalletPay) as { app_order: string; apple_pay_token: string }[];
    expect(new Set(tokens.map((one) => `${one.app_order} ${one.apple_pay_token}`)).size).toBe(1);
    expect(requestsTo(createCoinPay)).toHaveLength(1);
  });
});
