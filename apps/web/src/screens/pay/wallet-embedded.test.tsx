import { cancelOrder, createCoinPay, verifyWalletPay } from '@jawhara/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, network, refuse, requestsTo } from '../../api/test/network.ts';
import { withApplePay } from '../../checkout/methods/wallet/test/with-apple-pay.ts';
import {
  drawnButton,
  withPayermaxButton,
  type PlayedButton,
} from '../../checkout/methods/wallet/test/with-payermax-button.ts';
import { screen, userEvent, waitFor } from '../../ui/test/library.ts';
import { word } from '../../words/word.ts';
import { newServer, type StepsServer } from '../pay-step/test/steps-server.ts';
import { chooseBoth, fakeOpening, seeResult, visit } from '../pay-step/test/steps-shop.tsx';

vi.mock('../../checkout/methods/card/open-card-fields.ts', () => fakeOpening);
vi.mock('../../checkout/methods/card/fields/provider-script.ts', () => ({
  loadProviderScript: () => Promise.resolve(),
}));

const click = async (testId: string) => userEvent.click(await screen.findByTestId(testId));
const seeResultModal = (sentence: string) =>
  waitFor(() => expect(screen.getByTestId('embedded-result').textContent).toBe(sentence));

let played: PlayedButton;
beforeEach(() => {
  chooseBoth();
  withApplePay();
  played = withPayermaxButton();
});
afterEach(() => vi.unstubAllGlobals());

/** Chooses the wallet and presses our own button. Apple's button appears once the order is placed. */
async function press(
  more: Partial<StepsServer> = {},
  ...answers: readonly ReturnType<typeof answer>[]
): Promise<void> {
  const domain = { isPayable: true, domain: location.host, payType: 31 } as const;
  await visit('/pay', newServer({ domain, ...more }));
  await screen.findByRole('radio', { name: /9\.99/, checked: true });
  await click('method-wallet');
  expect(screen.queryByTestId('pay-wallet')).toBeNull();
  network.use(...answers);
  await click('pay-now');
}

async function pressDrawn(): Promise<void> {
  await waitFor(() => expect(screen.getByTestId('embedded-button').hidden).toBe(false));
  const button = drawnButton();
  if (button === null) throw new Error('nothing is drawn');
  await userEvent.click(button);
}

describe('the dialog of an embedded wallet', () => {
  it('[NAV-07] the wallet dialog says that the order is being created', async () => {
    let end = (): void => undefined;
    const ended = new Promise<ReturnType<typeof refuse>>((resolve) => {
      end = () => resolve(refuse('pack-not-found'));
    });
    await press(
      {},
      answer(createCoinPay, () => ended),
    );
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(dialog.textContent).toContain(word('dlg.order.loading')));
    end();
    await seeResultModal(word('net.error'));
  });

  it('[NAV-07] [STP-04] the wallet dialog shows the order and the provider’s button, and a payment leads to the result', async () => {
    await press();
    await screen.findByTestId('embedded-order');
    // The dialog shows the order, and mentions no window before one is open.
    const dialog = screen.getByRole('dialog').textContent;
    expect(dialog).toContain('$9.99');
    expect(dialog).not.toContain(word('dlg.order.waitWallet'));
    await waitFor(() => expect(screen.getByTestId('embedded-button').hidden).toBe(false));
    expect(screen.getByRole('dialog').textContent).not.toContain(word('dlg.order.waitWallet'));
    await pressDrawn();
    await seeResult('success');
    expect(requestsTo(createCoinPay)).toMatchObject([
      { pay_type: 31, platform_data: '{"wallet_sheet":true}' },
    ]);
    expect(requestsTo(verifyWalletPay)).toHaveLength(1);
    expect(played.emitted).toEqual(['canMakePayment', 'paySuccess']);
    expect(screen.queryByTestId('embedded-order')).toBeNull();
  });

  it('[NAV-07] [WAL-06] closing the wallet dialog cancels the order and shows a message, and the payment can be tried again', async () => {
    await press();
    await waitFor(() => expect(screen.getByTestId('embedded-button').hidden).toBe(false));
    await userEvent.click(screen.getByRole('button', { name: word('a11y.closeDialog') }));
    await seeResultModal(word('err.cancelledByUser'));
    await waitFor(() => expect(requestsTo(cancelOrder)).toHaveLength(1));
    await click('embedded-again');
    await pressDrawn();
    await seeResult('success');
    expect(requestsTo(createCoinPay)).toHaveLength(2);
  });

  it('[NAV-07] [ORD-10] a refused order ends in the result modal of the wallet dialog, which can be closed', async () => {
    await press({ refuses: 'pack-not-found' });
    await seeResultModal(word('net.error'));
    await click('embedded-close');
    await waitFor(() => expect(screen.queryByTestId('embedded-result')).toBeNull());
    expect(screen.getByTestId('wallet-problem').textContent).toBe(word('net.error'));
  });

  it('[WAL-07] a wallet button that cannot be drawn shows that the wallet did not start, and the order is cancelled', async () => {
    played.ready = 'NOT_SUPPORT';
    await press();
    await seeResultModal(word('err.walletSession'));
    await waitFor(() => expect(requestsTo(cancelOrder)).toHaveLength(1));
  });
});

describe('a wallet on its provider’s page', () => {
  it('[STP-04] a wallet on the provider’s page is ordered with our own button', async () => {
    await press({ domain: { isPayable: true, domain: location.host, payType: 25 } });
    await waitFor(() =>
      expect(requestsTo(createCoinPay)).toMatchObject([
        { pay_type: 25, platform_data: '{"wallet_page":true}' },
      ]),
    );
    expect(drawnButton()).toBeNull();
  });
});
