import { createCoinPay, createFinePay, verifyWalletPay, type SiteConfig } from '@jawhara/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { requestsTo } from '../../api/test/network.ts';
import { withApplePay } from '../../checkout/methods/wallet/test/with-apple-pay.ts';
import {
  GOOGLE_PAY_SITE,
  GOOGLE_TOKEN,
  googleSheets,
  sealedFor,
  withGooglePay,
} from '../../checkout/methods/wallet/test/with-google-pay.ts';
import { storedLastPayCard, storedLastPayType, storedOpenOrderId } from '../../browser/storage/purchase.ts';
import { screen, userEvent, waitFor } from '../../ui/test/library.ts';
import { word } from '../../words/word.ts';
import { newServer, type StepsServer } from '../pay-step/test/steps-server.ts';
import { chooseBoth, fakeOpening, seeResult, visit } from '../pay-step/test/steps-shop.tsx';

vi.mock('../../checkout/methods/card/open-card-fields.ts', () => fakeOpening);
const scripts = vi.hoisted(() => ({ loaded: [] as string[] }));
vi.mock('../../browser/load-script.ts', () => ({
  loadScript: async (url: string) => {
    scripts.loaded.push(url);
    return true;
  },
}));

const click = async (testId: string) => userEvent.click(await screen.findByTestId(testId));

async function open(more: Partial<StepsServer> = {}, config: Partial<SiteConfig> = {}): Promise<void> {
  const server = newServer(more);
  server.config = { ...server.config, googlePay: GOOGLE_PAY_SITE, ...config };
  await visit('/pay', server);
}

/** Chooses Google Pay and presses its button. */
async function press(more: Partial<StepsServer> = {}, config: Partial<SiteConfig> = {}): Promise<void> {
  await open(more, config);
  await screen.findByRole('radio', { name: /9\.99/, checked: true });
  await click('method-wallet');
  await userEvent.click(await screen.findByRole('button', { name: 'Google Pay' }));
}

/** Like `press`; then the payer agrees in Google's sheet. */
async function pay(more: Partial<StepsServer> = {}, config: Partial<SiteConfig> = {}): Promise<void> {
  await press(more, config);
  await click('google-pay');
}

beforeEach(async () => {
  chooseBoth();
  scripts.loaded.length = 0;
  vi.stubGlobal('ApplePaySession', undefined);
  await withGooglePay();
});
afterEach(() => {
  for (const sheet of screen.queryAllByTestId('google-sheet')) sheet.remove();
  localStorage.removeItem('sandbox-google-pay');
  vi.unstubAllGlobals();
});

describe('Google Pay among the methods', () => {
  it('[TYP-02] Google Pay is the first payment method where the browser supports it', async () => {
    await open();
    const row = await screen.findByRole('radio', { name: 'Google Pay' });
    expect(
      screen.getAllByRole('radio').filter(({ dataset }) => dataset['testid']?.startsWith('method-'))[0],
    ).toBe(row);
    expect(scripts.loaded).toEqual([GOOGLE_PAY_SITE.scriptUrl]);
  });

  it('Google Pay is not offered when Google reports no card', async () => {
    await withGooglePay(false);
    await open();
    await waitFor(() => expect(scripts.loaded).toHaveLength(1));
    await screen.findByTestId('method-new-card');
    expect(screen.queryByTestId('method-wallet')).toBeNull();
  });

  it('Google’s script is not loaded where Google Pay is not configured or the device has Apple Pay', async () => {
    await open({}, { googlePay: null });
    await screen.findByTestId('method-new-card');
    withApplePay();
    await open();
    expect((await screen.findByTestId('method-wallet')).getAttribute('aria-label')).toBe('Apple Pay');
    expect(scripts.loaded).toEqual([]);
  });

  it('a payer who last paid by Google Pay finds it selected, without a notice about Apple Pay', async () => {
    storedLastPayType.write(23);
    storedLastPayCard.write('apple_pay' as never);
    await open();
    const row = await screen.findByTestId('method-wallet');
    expect(row.getAttribute('aria-checked')).toBe('true');
    expect(screen.queryByTestId('wallet-notice')).toBeNull();
  });
});

describe('paying by Google Pay', () => {
  it('a Google Pay payment takes one press, sends the token with the order, and the receipt names the wallet', async () => {
    await pay({ paidWith: { scheme: 'visa', last4: '4242', wallet: 'google-pay' } });
    await seeResult('success');
    const [order] = requestsTo(createCoinPay) as { pay_type: number; platform_data: string }[];
    expect(order?.pay_type).toBe(23);
    expect(JSON.parse(order?.platform_data ?? '')).toMatchObject({ google_pay: GOOGLE_TOKEN });
    expect(requestsTo(verifyWalletPay)).toEqual([]);
    expect(sealedFor).toMatchObject([{ gateway: 'checkoutltd', gatewayMerchantId: 'pk_1' }]);
    expect(googleSheets()).toEqual([['JAWHARA 9.99 USD', 'agreed']]);
    await waitFor(() =>
      expect(screen.getByTestId('paid-with').textContent).toBe('Visa •••• 4242 (Google Pay)'),
    );
    expect([storedLastPayType.read(), storedLastPayCard.read()]).toEqual([23, 'apple_pay']);
  });

  it('a Google Pay payment is charged through the provider that would take a new card', async () => {
    await pay({}, { adyenCard: { ratio: 100, whitelist: [] } });
    await seeResult('success');
    expect(requestsTo(createCoinPay)).toMatchObject([{ pay_type: 27 }]);
    expect(sealedFor).toMatchObject([{ gateway: 'adyen', gatewayMerchantId: 'Shop' }]);
  });

  it.each([
    ['[WAL-07] Google Pay refused for insufficient funds', 'balance'],
    ['[WAL-07] Google Pay refused by 3-D Secure', 'verify'],
    ['[WAL-07] Google Pay refused as high risk', 'high-risk'],
  ] as const)('%s shows its own result', async (_name, refusal) => {
    await pay({ answer: { kind: 'refused', outcome: refusal }, refusal });
    await seeResult(refusal);
  });

  it('[APP-19] while Google Pay’s sheet is open the page is marked as paying, so that the language cannot be changed', async () => {
    const isHeld = (): boolean => document.documentElement.hasAttribute('data-paying');
    await open();
    await screen.findByRole('radio', { name: /9\.99/, checked: true });
    expect(isHeld()).toBe(false);
    await click('method-wallet');
    await userEvent.click(await screen.findByRole('button', { name: 'Google Pay' }));
    await screen.findByTestId('google-pay');
    expect(isHeld()).toBe(true);
    await click('google-cancel');
    await screen.findByTestId('wallet-problem');
    expect(isHeld()).toBe(false);
  });

  it('a pending Google Pay payment is followed until the order is delivered', async () => {
    await pay({ answer: { kind: 'pending' }, ends: 'delivered' });
    await seeResult('success');
  });

  it('[WAL-07] a closed Google Pay sheet shows a message, creates no order and can be opened again', async () => {
    await press();
    await click('google-cancel');
    await waitFor(() =>
      expect(screen.getByTestId('wallet-problem').textContent).toBe(word('err.cancelledByUser')),
    );
    expect(requestsTo(createCoinPay)).toEqual([]);
    expect([location.pathname, storedOpenOrderId.read()]).toEqual(['/pay', null]);
    await userEvent.click(screen.getByRole('button', { name: 'Google Pay' }));
    await click('google-pay');
    await seeResult('success');
  });

  it('[WAL-07] a Google Pay sheet that fails shows a message that nothing was sent', async () => {
    const { isPressed } = await withGooglePay();
    isPressed.now = false;
    await press();
    await waitFor(() =>
      expect(screen.getByTestId('wallet-problem').textContent).toBe(word('err.sendFailed')),
    );
    expect(requestsTo(createCoinPay)).toEqual([]);
    expect(requestsTo(createFinePay)).toEqual([]);
  });
});
