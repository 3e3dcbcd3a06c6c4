import type { CardFields, FieldsHandlers } from '../card-fields.ts';

/** No fields at all: the card is typed on the provider's page, and confirming is all there is to do here. */
export function openHostedPage({ onChange }: FieldsHandlers): CardFields {
  onChange(true);
  return {
    isValid: () => true,
    tokenise: () => Promise.resolve({ hostedPage: true, keep: 'ask' }),
    close: () => undefined,
  };
}
