import type { CardProvider } from '@jawhara/domain';

/** Under this name the sandbox lets tests pull a provider's strings. */
export const SANDBOX_FOLDERS: Readonly<Record<CardProvider, string>> = {
  6: 'payermax',
  13: 'checkout-com',
  17: 'adyen',
};
