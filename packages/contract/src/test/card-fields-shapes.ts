import { ADYEN, CHECKOUT_COM, PAYERMAX } from '@jawhara/domain';
import * as fc from 'fast-check';
import type { ProviderFields } from '../card-fields/provider-fields.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 40 });

/** Random settings of each provider's card fields, as browsers get them. */
export const cardFields: fc.Arbitrary<ProviderFields['cardFields']> = fc.record({
  [CHECKOUT_COM]: fc.option(
    fc.record({
      scriptUrl: fc.webUrl({ withQueryParameters: true }),
      publicKey: text,
      environment: fc.constantFrom<'sandbox' | 'production'>('sandbox', 'production'),
    }),
  ),
  [ADYEN]: fc.option(
    fc.record({
      clientKey: text,
      environment: fc.constantFrom<'test' | 'live'>('test', 'live'),
      apiUrl: fc.option(fc.webUrl()),
    }),
  ),
  [PAYERMAX]: fc.option(
    fc.record({
      scriptUrl: fc.webUrl(),
      environment: fc.constantFrom<'sandbox' | 'production'>('sandbox', 'production'),
      shows: fc.constantFrom<'drop-in' | 'hosted-page'>('drop-in', 'hosted-page'),
    }),
  ),
});
