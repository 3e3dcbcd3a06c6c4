import { acceptedBrand } from '@jawhara/domain';
import type { CardNews, FieldFault, FieldNews, ProviderField } from '../card-fields.ts';

/** The provider's names for its fields, where one of ours is behind them. */
const FIELDS = {
  encryptedCardNumber: 'number',
  encryptedExpiryDate: 'expiry',
  encryptedSecurityCode: 'cvv',
} as const satisfies Record<string, ProviderField>;

/** Its numbers for what is wrong. That a field is empty is known without a number. */
const FAULTS: Readonly<Record<string, FieldFault | null>> = {
  '': null,
  'cc.num.900': null,
  'cc.dat.910': null,
  'cc.cvc.920': null,
  'cc.num.903': 'brand-not-accepted',
  'cc.dat.912': 'expired',
};

/** Events of the provider's library, reduced to the parts that are used here. */
export type AdyenWord =
  | { readonly says: 'valid'; readonly fieldType: string; readonly isValid: boolean }
  | { readonly says: 'error'; readonly fieldType: string; readonly error: string }
  | { readonly says: 'focus'; readonly fieldType: string; readonly isFocused: boolean }
  | { readonly says: 'brand'; readonly brand: string };

function fieldAfter(field: FieldNews, said: Exclude<AdyenWord, { says: 'brand' }>): FieldNews {
  if (said.says === 'focus') return { ...field, isFocused: said.isFocused };
  if (said.says === 'valid')
    return { ...field, isValid: said.isValid, fault: said.isValid ? null : field.fault };
  const known = FAULTS[said.error];
  return { ...field, fault: known === undefined ? 'other' : known };
}

/**
 * The field that the payer has just completed, with the cursor in it; null: none. While the number's length is unknown the number
 * may still grow, and moving the cursor too early is worse than leaving it there.
 */
export function wholeField(before: CardNews, after: CardNews, isLengthKnown: boolean): ProviderField | null {
  const isWhole = (field: ProviderField): boolean => {
    const { isValid, isFocused } = after.fields[field];
    return isValid && isFocused && !before.fields[field].isValid && (field !== 'number' || isLengthKnown);
  };
  return Object.values(FIELDS).find(isWhole) ?? null;
}

/** Ours behind the provider's name; null: none. */
export function fieldOf(fieldType: string): ProviderField | null {
  return Object.hasOwn(FIELDS, fieldType) ? FIELDS[fieldType as keyof typeof FIELDS] : null;
}

export function adyenNews(news: CardNews, said: AdyenWord): CardNews {
  if (said.says === 'brand') return { ...news, scheme: acceptedBrand(said.brand) };
  const name = fieldOf(said.fieldType);
  if (name === null) return news;
  return { ...news, fields: { ...news.fields, [name]: fieldAfter(news.fields[name], said) } };
}
