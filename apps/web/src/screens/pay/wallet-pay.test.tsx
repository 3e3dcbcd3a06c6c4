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

/** The wallet is chosen and its button pressed. */
async function pressWallet(more: Partial<StepsServer> = {}): Promise<StepsServer> {
  const server = await open(more);
  await screen.findByRole('radio', { name: /9\.99/, checked: true });
  await click('method-wallet');
  await click('pay-wallet');
  return server;
}

/** ... and agreed to in its sheet. */
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
  it('the wallet is another way: it stands chosen among the packs, and its own press pays', async () => {
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
  it('[TYP-02] is one row, the first, and its button is not ours and never dead', async () => {
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
    // A pack is missing: said, and no sheet.
    await userEvent.click(button);
    expect(await screen.findByText(gapSentence('pack'))).toBeDefined();
    expect(appleSheets()).toEqual([]);
  });

  it('is not there where the host may not pay, or its pack is not sold through it', async () => {
    await open({ domain: { isPayable: true, domain: location.host, payType: 30 } });
    await screen.findByTestId('method-new-card');
    await waitFor(() => expect(requestsTo(checkDomainPayable)).toHaveLength(1));
    expect(screen.queryByTestId('method-wallet')).toBeNull();
  });

  it('stands chosen for whoever paid by it last', async () => {
    storedLastPayType.write(26);
    storedLastPayCard.write('apple_pay' as never);
    await open();
    expect((await screen.findByTestId('method-wallet')).getAttribute('aria-checked')).toBe('true');
    expect(await screen.findByTestId('pay-wallet')).toBeDefined();
  });
});

describe('paying by wallet', () => {
  it('[STP-04] [WAL-03] at once, in one press: order, session, token, success; the receipt names the wallet', async () => {
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

  it('the receipt names the card in the wallet as soon as its provider has', async () => {
    await payByWallet({ cardOfOrder: card('4242') });
    await seeResult('success');
    await waitFor(() =>
      expect(screen.getByTestId('paid-with').textContent).toBe('Visa •••• 4242 (Apple Pay)'),
    );
  });

  it.each([
    ['[WAL-07] insufficient funds', 'balance'],
    ['[WAL-07] 3-D Secure', 'verify'],
    ['[WAL-07] high risk', 'high-risk'],
  ] as const)('%s ends in its result, and the sheet fails', async (_name, refusal) => {
    await payByWallet({ walletPaid: { kind: 'refused', outcome: refusal }, refusal });
    await seeResult(refusal);
    expect(appleSheets()[0]).toContain('failure');
  });

  it('[WAL-04] pending is waited for with the sheet, and success completes it', async () => {
    await payByWallet({ walletPaid: { kind: 'pending' }, ends: 'delivered' });
    await seeResult('success');
    expect(appleSheets()[0]?.at(-1)).toBe('success');
  });

  it('[WAL-06] a sheet that is closed cancels its order, says so, and can be opened again', async () => {
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

  it('[WAL-02] a session that fails once is asked for again', async () => {
    await payByWallet({ sessionsLost: 1 });
    await seeResult('success');
    expect(requestsTo(openWalletSession)).toHaveLength(2);
  });

  it('[WAL-02] a session that fails twice: the sheet closes and the payer is told', async () => {
    await pressWallet({ sessionsLost: 2 });
    await seeProblem('err.walletSession');
    expect(appleSheets().at(-1)).toContain('aborted');
    await waitFor(() => expect(requestsTo(cancelOrder)).toHaveLength(1));
  });

  it('[ORD-10] an order that is refused says code and message on the page of packs', async () => {
    await pressWallet({ refuses: 'pack-not-found' });
    expect((await screen.findByTestId('wallet-problem')).textContent).toContain('closed');
    expect(appleSheets().at(-1)).toContain('aborted');
  });

  it('[WAL-07] what was not taken is said after a moment', async () => {
    await payByWallet({ walletPaid: refuse('wallet-not-available') });
    await seeProblem('err.sendFailed');
    expect(appleSheets()[0]).toContain('failure');
  });

  it('a browser that will not open its sheet says that nothing was sent', async () => {
    const { isPressed } = withApplePay();
    isPressed.now = false;
    await pressWallet();
    await seeProblem('err.sendFailed');
    expect(requestsTo(createCoinPay)).toEqual([]);
  });
});

describe('a page that is opened again', () => {
  it('after the payer agreed and nobody answered shows the end, and sends nothing', async () => {
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
