import { ADYEN, CHECKOUT_COM, PAYERMAX, type CardProvider } from '../provider/providers.ts';
import { ADYEN_CODES } from './adyen-codes.ts';
import { CHECKOUT_COM_CODES } from './checkout-com-codes.ts';
import type { DeclineCodes } from './decline-code-tables.ts';
import { PAYERMAX_CODES } from './payermax-codes.ts';

/** What each provider says when it takes no money. */
export const DECLINE_CODES: Readonly<Record<CardProvider, DeclineCodes>> = {
  [PAYERMAX]: PAYERMAX_CODES,
  [CHECKOUT_COM]: CHECKOUT_COM_CODES,
  [ADYEN]: ADYEN_CODES,
};
