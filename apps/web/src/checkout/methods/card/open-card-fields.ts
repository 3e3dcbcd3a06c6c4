import type { CardFields, FieldsHandlers, SavedCardRef } from './fields/card-fields.ts';
import { FIELDS_BY_PROVIDER } from './fields/fields-by-provider.ts';
import type { CardChannel } from './card-channel.ts';

/** Puts a provider's fields for a new card into the element. */
export function openCardFields(
  channel: CardChannel,
  element: HTMLElement,
  handlers: FieldsHandlers,
): Promise<CardFields> {
  return FIELDS_BY_PROVIDER[channel.provider].open(channel, element, handlers);
}

/** Opens the CVV field of a saved card. */
export function openCvvField(
  channel: CardChannel,
  card: SavedCardRef,
  element: HTMLElement,
  handlers: FieldsHandlers,
): Promise<CardFields> {
  return FIELDS_BY_PROVIDER[channel.provider].openCvv(channel, card, element, handlers);
}
