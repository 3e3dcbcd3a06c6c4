import { DEFAULT_WALLET_SHEET } from '@jawhara/contract';
import { usdCents } from '@jawhara/domain';
import { afterEach, expect, it, vi } from 'vitest';
import { fireEvent, screen, waitFor } from '../../../ui/test/library.ts';
import type { PaymentInput } from '../../machine/purchase/purchase-state.ts';
import { findGooglePay, googlePayRequest, openGooglePay, type GoogleClient } from './google-pay.ts';
import { GOOGLE_PAY_SITE, GOOGLE_TOKEN, googleSheets, withGooglePay } from './test/with-google-pay.ts';

const script = vi.hoisted(() => ({ comes: true }));
vi.mock('../../../browser/load-script.ts', () => ({ loadScript: async () => script.comes }));

const SHEET = { ...DEFAULT_WALLET_SHEET, totalLabel: 'JAWHARA' };
const [, ADYEN_GATEWAY] = GOOGLE_PAY_SITE.gateways;
if (ADYEN_GATEWAY === undefined) throw new Error('no gateway');
const REQUEST = googlePayRequest({
  sheet: SHEET,
  gateway: ADYEN_GATEWAY,
  merchantId: null,
  price: usdCents(999),
});

async function clientHere(): Promise<GoogleClient> {
  const client = await findGooglePay(GOOGLE_PAY_SITE);
  if (client === null) throw new Error('no Google Pay here');
  return client;
}

function open(client: GoogleClient, request = REQUEST) {
  const received: (string | PaymentInput)[] = [];
  const say = (what: string) => () => void received.push(what);
  openGooglePay(client, request, {
    onMerchant: say('merchant'),
    onAuthorised: say('authorised'),
    onCard: (paymentInput) => void received.push(paymentInput),
    onNothing: say('nothing'),
    onCancelled: say('cancelled'),
    onPressed: say('pressed'),
    onFailed: say('failed'),
  });
  return received;
}

afterEach(() => {
  script.comes = true;
  for (const cancel of screen.queryAllByTestId('google-cancel')) fireEvent.click(cancel);
  vi.unstubAllGlobals();
});

it('Google Pay is offered only if its script loads and Google has a card of the visitor', async () => {
  await withGooglePay();
  expect(await findGooglePay(GOOGLE_PAY_SITE)).not.toBeNull();
  await withGooglePay(false);
  expect(await findGooglePay(GOOGLE_PAY_SITE)).toBeNull();
  script.comes = false;
  expect(await findGooglePay(GOOGLE_PAY_SITE)).toBeNull();
  script.comes = true;
  vi.stubGlobal('google', { accounts: {} });
  expect(await findGooglePay(GOOGLE_PAY_SITE)).toBeNull();
});

it('the Google Pay request names the shop, the price and the gateway of one provider', () => {
  expect(REQUEST).toMatchObject({
    merchantInfo: { merchantName: 'JAWHARA' },
    transactionInfo: { totalPrice: '9.99', currencyCode: 'USD', totalPriceStatus: 'FINAL' },
    allowedPaymentMethods: [
      {
        parameters: { allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'] },
        tokenizationSpecification: { parameters: { gateway: 'adyen', gatewayMerchantId: 'Shop' } },
      },
    ],
  });
  expect(REQUEST.merchantInfo).not.toHaveProperty('merchantId');
});

it('an approved Google Pay sheet returns the token and the browser facts', async () => {
  await withGooglePay();
  const received = open(await clientHere());
  fireEvent.click(await screen.findByTestId('google-pay'));
  await waitFor(() => expect(received).toHaveLength(1));
  expect(received[0]).toMatchObject({
    card: { googlePayToken: GOOGLE_TOKEN },
    browser: { userAgent: navigator.userAgent },
  });
  expect(googleSheets()).toEqual([['JAWHARA 9.99 USD', 'agreed']]);
});

it('[WAL-06 in part] closing the Google Pay sheet is reported as cancelled, a failure as no payment', async () => {
  const { isPressed } = await withGooglePay();
  const client = await clientHere();
  const closed = open(client);
  fireEvent.click(await screen.findByTestId('google-cancel'));
  await waitFor(() => expect(closed).toEqual(['cancelled']));
  isPressed.now = false;
  const blocked = open(client);
  await waitFor(() => expect(blocked).toEqual(['nothing']));
  const unreadable = open({ ...client, loadPaymentData: async () => ({ paymentMethodData: {} }) });
  await waitFor(() => expect(unreadable).toEqual(['nothing']));
});
