import type { Brand } from '../brand.ts';
import { cardPayTypeOf, type PayType } from '../pay-type/pay-type.ts';
import { CARD_PROVIDERS, PROVIDERS, type CardProvider } from '../provider/providers.ts';

/** The provider's name for a card it keeps; the only way a card is ever named between us and it. */
export type CardSourceId = Brand<string, 'CardSourceId'>;

function prefixOf(provider: CardProvider): string {
  return PROVIDERS[provider].card.savedCardIdPrefix;
}

/** The id's own prefix tells whose card it is; where nobody's is longer, it is theirs who has none. */
export function providerOfSource(sourceId: CardSourceId): CardProvider {
  return CARD_PROVIDERS.filter((provider) => sourceId.startsWith(prefixOf(provider))).reduce((a, b) =>
    prefixOf(b).length > prefixOf(a).length ? b : a,
  );
}

export function payTypeOfSource(sourceId: CardSourceId): PayType {
  return cardPayTypeOf(providerOfSource(sourceId));
}
