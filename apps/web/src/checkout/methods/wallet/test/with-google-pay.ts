import type { GooglePaySite } from '@jawhara/contract';
import { ADYEN, CHECKOUT_COM } from '@jawhara/domain';
import { http, HttpResponse } from 'msw/http';
import { vi } from 'vitest';
import { network } from '../../../../api/test/network.ts';

export const GOOGLE_PAY_SITE: GooglePaySite = {
  scriptUrl: 'https://pay.google.example/pay.js',
  environment: 'TEST',
  merchantId: null,
  gateways: [
    { provider: CHECKOUT_COM, gateway: 'checkoutltd', gatewayMerchantId: 'pk_1' },
    { provider: ADYEN, gateway: 'adyen', gatewayMerchantId: 'Shop' },
  ],
};

/** A token in Google's format. */
export const GOOGLE_TOKEN = JSON.stringify({
  signature: 'c2ln',
  protocolVersion: 'ECv1',
  signedMessage: '{"tag":"t"}',
});

/** The script is no module and exports nothing, so it is run through a glob import. */
const SCRIPT = import.meta.glob('../../../../../../sandbox/src/google-pay/browser/pay.ts');

type Globals = { google?: unknown; googleSheets?: string[][] };

/** The script runs once; a later page gets the globals that it has made, without the sheets of the page before. */
const runScript = (() => {
  let made: Globals = {};
  return async (): Promise<void> => {
    for (const run of Object.values(SCRIPT)) await run();
    const { google = made.google, googleSheets = made.googleSheets ?? [] } = globalThis as Globals;
    made = { google, googleSheets };
    googleSheets.length = 0;
    vi.stubGlobal('google', google);
    vi.stubGlobal('googleSheets', googleSheets);
  };
})();

/**
 * The sandbox's copy of Google's script, in a browser with or without Google Pay, in which the payer has just pressed a button.
 */
export async function withGooglePay(hasCards = true): Promise<{ readonly isPressed: { now: boolean } }> {
  const isPressed = { now: true };
  vi.stubGlobal('google', undefined);
  vi.stubGlobal('googleSheets', undefined);
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work));
  Object.defineProperty(navigator, 'userActivation', {
    configurable: true,
    value: {
      get isActive() {
        return isPressed.now;
      },
    },
  });
  localStorage.removeItem('sandbox-google-pay');
  if (hasCards) localStorage.setItem('sandbox-google-pay', 'approve');
  await runScript();
  network.use(
    http.post('*/google-pay/token', async ({ request }) => {
      sealedFor.push(await request.json());
      return HttpResponse.json({ paymentMethodData: { tokenizationData: { token: GOOGLE_TOKEN } } });
    }),
  );
  sealedFor.length = 0;
  return { isPressed };
}

/** The requests for tokens, which name the gateway. */
export const sealedFor: unknown[] = [];

/** The calls to each sheet of this page, a list per sheet. */
export const googleSheets = (): string[][] =>
  (globalThis as { googleSheets?: string[][] }).googleSheets ?? [];
