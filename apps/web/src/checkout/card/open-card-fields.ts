import { isHostedPage, type CardChannel } from './card-channel.ts';
import type { CardFields, FieldsHandlers, KeptCard } from './card-fields.ts';

type Of<Provider extends CardChannel['provider']> = Extract<CardChannel, { provider: Provider }>;

type OpenCard<Provider extends CardChannel['provider']> = (
  channel: Of<Provider>,
  element: HTMLElement,
  handlers: FieldsHandlers,
) => Promise<CardFields>;

/** What a provider needs is fetched when its fields are opened, and not before. */
const OPEN_CARD: { readonly [Provider in CardChannel['provider']]: OpenCard<Provider> } = {
  async 13({ config }, element, handlers) {
    const { openCheckoutComCard } = await import('./checkout-com-fields.ts');
    return openCheckoutComCard(config, element, handlers);
  },
  async 17({ config }, element, handlers) {
    const { openAdyenCard } = await import('./adyen-fields.ts');
    return openAdyenCard(config, element, handlers);
  },
  async 6(channel, element, handlers) {
    if (isHostedPage(channel)) return (await import('./hosted-page-fields.ts')).openHostedPage(handlers);
    const { openPayermaxCard } = await import('./payermax-fields.ts');
    return openPayermaxCard(channel, element, handlers);
  },
};

type OpenCvv<Provider extends CardChannel['provider']> = (
  channel: Of<Provider>,
  card: KeptCard,
  element: HTMLElement,
  handlers: FieldsHandlers,
) => Promise<CardFields>;

/** Provider 6 asks for no CVV: its card is handed over as it is. */
const OPEN_CVV: { readonly [Provider in CardChannel['provider']]: OpenCvv<Provider> } = {
  async 13({ config }, { sourceId }, element, handlers) {
    const { openCheckoutComCvv } = await import('./checkout-com-fields.ts');
    return openCheckoutComCvv(config, sourceId, element, handlers);
  },
  async 17({ config }, card, element, handlers) {
    const { openAdyenCvv } = await import('./adyen-fields.ts');
    return openAdyenCvv(config, card, element, handlers);
  },
  async 6(_channel, { sourceId }, _element, handlers) {
    const { openKeptCard } = await import('./kept-card-fields.ts');
    return openKeptCard(sourceId, handlers);
  },
};

/** Puts a provider's fields for a new card into the element. */
export function openCardFields(
  channel: CardChannel,
  element: HTMLElement,
  handlers: FieldsHandlers,
): Promise<CardFields> {
  const open = OPEN_CARD[channel.provider] as OpenCard<CardChannel['provider']>;
  return open(channel, element, handlers);
}

/** The one field of a card that a provider keeps. */
export function openCvvField(
  channel: CardChannel,
  card: KeptCard,
  element: HTMLElement,
  handlers: FieldsHandlers,
): Promise<CardFields> {
  const open = OPEN_CVV[channel.provider] as OpenCvv<CardChannel['provider']>;
  return open(channel, card, element, handlers);
}
