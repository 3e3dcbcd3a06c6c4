import { isPayType, type CardSourceId, type PayType } from '@jawhara/domain';
import { stored } from './stored.ts';
import { parseSourceId } from './stored-pay-method.ts';

/** How the last payment went through; what was chosen or tried since does not change it. */
export const storedLastSuccessPayType = stored<PayType>({
  key: 'last_success_pay_type',
  parse: (json) => (typeof json === 'number' && isPayType(json) ? json : null),
  format: (payType) => payType,
});

/** Our server's name for the card it went through with. */
export const storedLastSuccessCard = stored<CardSourceId>({
  key: 'last_success_card',
  parse: parseSourceId,
  format: (sourceId) => sourceId,
});
