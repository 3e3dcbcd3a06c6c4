import { isOrderId, isPayType, type CardSourceId, type OrderId, type PayType } from '@jawhara/domain';
import { stored } from './stored.ts';

const SOURCE_ID = /^[A-Za-z0-9_-]{4,200}$/;

export function parseSourceId(json: unknown): CardSourceId | null {
  return typeof json === 'string' && SOURCE_ID.test(json) ? (json as CardSourceId) : null;
}

/** How this device pays, as long as nobody chooses otherwise. */
export const storedLastPayType = stored<PayType>({
  key: 'last_pay_type',
  parse: (json) => (typeof json === 'number' && isPayType(json) ? json : null),
  format: (payType) => payType,
});

/** Our server's name for the card to begin with; nothing of the card itself. */
export const storedLastPayCard = stored<CardSourceId>({
  key: 'last_pay_card',
  parse: parseSourceId,
  format: (sourceId) => sourceId,
});

/** The order after which the payer has been asked about their card: once is enough, also when the page is opened again. */
export const storedRememberPrompted = stored<OrderId>({
  key: 'remember_asked',
  parse: (json) => (typeof json === 'string' && isOrderId(json) ? json : null),
  format: (orderId) => orderId,
});

/** The card that the open pay step is about, so that a reload lands on the same one; an address should not name a card. */
export const storedStepCard = stored<CardSourceId>({
  key: 'step_card',
  parse: parseSourceId,
  format: (sourceId) => sourceId,
});
