import type { ProviderFields } from '@jawhara/contract';

/** A shop that has the card fields of every provider. */
export const FIELDS: ProviderFields = {
  checkoutComFields: { scriptUrl: 'https://cko.example/x.js', publicKey: 'pk', environment: 'sandbox' },
  adyenFields: { clientKey: 'test_key', environment: 'test', apiUrl: null },
  payermaxFields: { scriptUrl: 'https://pmx.example/x.js', environment: 'sandbox', shows: 'drop-in' },
};
