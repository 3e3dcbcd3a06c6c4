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

/** What Google has sealed, in its own shape. */
export const GOOGLE_TOKEN = JSON.stringify({
  signature: 'c2ln',
  protocolVersion: 'ECv1',
  signedMessage: '{"tag":"t"}',
});

/** A classic script, so nobody can import it by its name. */
const SCRIPT = import.meta.glob('../../../../../../sandbox/src/google-pay/browser/pay.ts');

/** Google's script as the sandbox has it, in a browser that has Google Pay or not, where somebody has pressed something. */
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
  vi.resetModules();
  for (const run of Object.values(SCRIPT)) await run();
  network.use(
    http.post('*/google-pay/token', async ({ request }) => {
      sealedFor.push(await request.json());
      return HttpResponse.json({ paymentMethodData: { tokenizationData: { token: GOOGLE_TOKEN } } });
    }),
  );
  sealedFor.length = 0;
  return { isPressed };
}

/** For whom cards were sealed. */
export const sealedFor: unknown[] = [];

/** What the sheets of this page have done, one list each. */
export const googleSheets = (): string[][] =>
  (globalThis as { googleSheets?: string[][] }).googleSheets ?? [];
