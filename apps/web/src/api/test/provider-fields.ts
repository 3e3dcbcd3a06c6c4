import type { ProviderFields } from '@jawhara/contract';
import type { CardProvider } from '@jawhara/domain';

/** A shop that has the card fields of every provider. */
export const FIELDS: ProviderFields = {
  cardFields: {
    13: { scriptUrl: 'https://cko.example/x.js', publicKey: 'pk', environment: 'sandbox' },
    17: { clientKey: 'test_key', environment: 'test', apiUrl: null },
    6: { scriptUrl: 'https://pmx.example/x.js', environment: 'sandbox', shows: 'drop-in' },
  },
};

/** The card fields of every provider but one. */
export function fieldsWithout(provider: CardProvider): ProviderFields {
  return { cardFields: { ...FIELDS.cardFields, [provider]: null } };
}
