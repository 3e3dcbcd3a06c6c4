import {
  ADYEN,
  CHECKOUT_COM,
  DEMO,
  PAYERMAX,
  STRIPE,
  TAP,
  type ProviderNumber,
} from '../provider/providers.ts';
import { ADYEN_CODES } from './adyen-codes.ts';
import { CHECKOUT_COM_CODES } from './checkout-com-codes.ts';
import { DEMO_CODES } from './demo-codes.ts';
import type { DeclineCodes } from './decline-reason.ts';
import { PAYERMAX_CODES } from './payermax-codes.ts';
import { STRIPE_CODES } from './stripe-codes.ts';
import { TAP_CODES } from './tap-codes.ts';

/** The codes with which each provider declines. */
export const DECLINE_CODES: Readonly<Record<ProviderNumber, DeclineCodes>> = {
  [PAYERMAX]: PAYERMAX_CODES,
  [CHECKOUT_COM]: CHECKOUT_COM_CODES,
  [ADYEN]: ADYEN_CODES,
  [STRIPE]: STRIPE_CODES,
  [TAP]: TAP_CODES,
  [DEMO]: DEMO_CODES,
};
