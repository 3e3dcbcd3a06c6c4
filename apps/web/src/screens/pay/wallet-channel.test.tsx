import { checkDomainPayable, createCoinPay, type DomainQuestion } from '@jawhara/contract';
import {
  accountId,
  CHECKOUT_COM_CARD,
  DEFAULT_WALLET,
  walletChannelOf,
  type CardSourceId,
  type WalletChannel,
} from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NOURA as ACCOUNT } from '../../api/test/accounts.ts';
import { requestsTo } from '../../api/test/network.ts';
import { readLastUsed } from '../../checkout/machine/checkout-deps.ts';
import { appleSheets, withApplePay } from '../../checkout/methods/wallet/test/with-apple-pay.ts';
import { storedGrayValue } from '../../browser/ids.ts';
import { storedLogin } from '../../browser/storage/login.ts';
import { storedLastPayCard, storedLastPayType } from '../../browser/storage/purchase.ts';
import { createEventQueue } from '../../browser/event-queue.ts';
import { pageOfTest, screen, userEvent, waitFor } from '../../ui/test/library.ts';
import { card, newServer, type StepsServer } from '../pay-step/test/steps-server.ts';
import { chooseBoth, fakeOpening, seeResult, visit } from '../pay-step/test/steps-shop.tsx';

vi.mock('../../checkout/methods/card/open-card-fields.ts', () => fakeOpening);

const click = async (testId: string) => userEvent.click(await screen.findByTestId(testId));
const open = (more: Partial<StepsServer> = {}) => visit('/pay', newServer(more));

/** Answers the wallet check by the server's own rule for channels, from nothing but the data that the page has sent. */
const sharedOut =
  (channels: readonly WalletChannel[]) =>
  ({ accountId: account, grayValue }: DomainQuestion) => {
    const visitor = { accountId: account, grayValue: grayValue ?? 0 };
    return { isPayable: true, domain: location.host, payType: walletChannelOf(channels, visitor) };
  };

async function pay(): Promise<void> {
  await screen.findByRole('radio', { name: /9\.99/, checked: true });
  await click('method-wallet');
  await click('pay-wallet');
  await waitFor(() => expect(screen.getByTestId('apple-sheet').dataset['state']).toBe('ready'));
  await click('apple-pay');
  await seeResult('success');
}

beforeEach(() => {
  chooseBoth();
  withApplePay();
});
afterEach(() => {
  for (const sheet of screen.queryAllByTestId('apple-sheet')) sheet.remove();
  vi.unstubAllGlobals();
});

describe('[CFG-03] the channel behind the wallet', () => {
  const list = (...whitelist: number[]) => whitelist.map(accountId);
  const halves = (...whitelist: number[]): WalletChannel[] => [
    { payType: 26, ratio: 100, whitelist: [] },
    // The two ratios add up to more than 100, so each channel gets half of the visitors.
    { payType: 28, ratio: 100, whitelist: list(...whitelist) },
  ];

  it.each([
    ['a gray value in the first half', 49, false, halves(), 26],
    ['a gray value in the second half', 50, false, halves(), 28],
    ['the account list, whatever the gray value', 0, true, halves(ACCOUNT.accountId), 28],
  ] as const)(
    'the wallet’s channel is chosen by %s, and the order uses it',
    async (_name, gray, isSignedIn, channels, payType) => {
      storedGrayValue.write(gray);
      if (isSignedIn)
        storedLogin.write({ sessionKey: 'a'.repeat(64), account: ACCOUNT, storedAtMs: Date.now() });
      await open({ domain: sharedOut(channels) });
      await pay();
      expect(requestsTo(createCoinPay)).toMatchObject([{ pay_type: payType }]);
    },
  );

  it('with a configuration in which the shares of the wallet’s channels are not numbers, no wallet is offered', async () => {
    await open({ domain: sharedOut([{ payType: 26, ratio: Number.NaN, whitelist: [] }]) });
    await screen.findByTestId('method-new-card');
    await waitFor(() => expect(requestsTo(checkDomainPayable)).toHaveLength(1));
    expect(screen.queryByTestId('method-wallet')).toBeNull();
  });
});

describe('[CFG-07] defaults without a stored choice or a known wallet', () => {
  it('without a stored last payment the default pay type is 23, a new card through Checkout.com', async () => {
    expect(readLastUsed()).toEqual({ card: null, payType: CHECKOUT_COM_CARD });
    expect(CHECKOUT_COM_CARD).toBe(23);
    await open();
    expect((await screen.findByTestId('method-new-card')).getAttribute('aria-checked')).toBe('true');
  });

  it('when the server names an unknown wallet pay type, pay type 25 is used and the error is reported', async () => {
    const reported: string[] = [];
    await open({
      domain: { isPayable: true, domain: location.host, payType: DEFAULT_WALLET, unknownCode: 99 },
    });
    pageOfTest()
      .get(createEventQueue)
      .onTracked((one) => void (one instanceof ErrorEvent && reported.push(one.message)));
    await click('method-wallet');
    expect([DEFAULT_WALLET, storedLastPayType.read()]).toEqual([25, 25]);
    await waitFor(() => expect(reported).toContain('no wallet of ours: 99'));
  });
});

describe('the wallet among the saved cards', () => {
  const WALLET = 'apple_pay' as CardSourceId;

  it('[CRD-02] [STP-05] the wallet is a single method row without a card number, pays at once and is selected on the next visit', async () => {
    const server = { cards: [card('4242')], walletUsedAt: new Date() };
    await open(server);
    await screen.findByRole('radio', { name: /4242/ });
    const rows = (await screen.findAllByRole('radio')).filter((one) =>
      one.dataset['testid']?.startsWith('method-'),
    );
    expect(rows.map(({ textContent }) => textContent).join()).not.toMatch(/0000/);
    expect(await screen.findAllByTestId('method-wallet')).toHaveLength(1);
    await pay();
    expect(appleSheets()).toHaveLength(1);
    expect([storedLastPayCard.read(), storedLastPayType.read()]).toEqual([WALLET, 26]);
    expect(readLastUsed()).toEqual({ card: 'wallet', payType: 26 });
    await open(server);
    expect((await screen.findByTestId('method-wallet')).getAttribute('aria-checked')).toBe('true');
  });
});
