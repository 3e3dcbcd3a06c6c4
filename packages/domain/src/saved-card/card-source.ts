import type { Brand } from '../brand.ts';
import { cardPayTypeOf, type PayType } from '../pay-type/pay-type.ts';
import { CARD_PROVIDERS, PROVIDERS, type CardProvider } from '../provider/providers.ts';

/** The provider's id of a saved card. Pages and calls to the provider name the card by it. */
export type CardSourceId = Brand<string, 'CardSourceId'>;

function prefixOf(provider: CardProvider): string {
  return PROVIDERS[provider].card.savedCardIdPrefix;
}

/** The provider by the id's prefix; an id without a known prefix belongs to the provider that has none. */
export function providerOfSource(sourceId: CardSourceId): CardProvider {
  return CARD_PROVIDERS.filter((provider) => sourceId.startsWith(prefixOf(provider))).reduce((a, b) =>
    prefixOf(b).length > prefixOf(a).length ? b : a,
  );
}

export function payTypeOfSource(sourceId: CardSourceId): PayType {
  return cardPayTypeOf(providerOfSource(sourceId));
}
