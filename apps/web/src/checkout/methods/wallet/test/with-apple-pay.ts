import { vi } from 'vitest';
import { fakeApplePay, type FakeApplePay } from './fake-apple-pay.ts';

export const APPLE_TOKEN = {
  paymentData: { version: 'EC_v1', data: 'c2VjcmV0' },
  paymentMethod: { displayName: 'Visa 4242', network: 'Visa', type: 'debit' },
  transactionIdentifier: 'a1',
};

/** A session as Apple gives it to our server. */
export const merchantSession = (domainName: string = location.host): string =>
  JSON.stringify({ merchantSessionIdentifier: 'SSH1', expiresAt: Date.now() + 300_000, domainName });

/** A browser with a wallet, in which the payer has just pressed a button. */
export function withApplePay(how: Partial<FakeApplePay> = {}): { readonly isPressed: { now: boolean } } {
  const isPressed = { now: true };
  vi.stubGlobal('ApplePaySession', undefined);
  vi.stubGlobal('appleSheets', undefined);
  Object.defineProperty(navigator, 'userActivation', {
    configurable: true,
    value: {
      get isActive() {
        return isPressed.now;
      },
    },
  });
  fakeApplePay({ token: () => Promise.resolve(APPLE_TOKEN), ...how });
  return { isPressed };
}

/** The calls to each sheet of this page, a list per sheet. */
export const appleSheets = (): string[][] => (globalThis as { appleSheets?: string[][] }).appleSheets ?? [];
