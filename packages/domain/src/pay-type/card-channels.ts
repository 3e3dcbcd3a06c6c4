import {
  CARD_PROVIDERS,
  CHECKOUT_COM,
  PROVIDERS,
  type CardOffer,
  type CardProvider,
  type ProviderNumber,
  type ReleasedProvider,
} from '../provider/providers.ts';
import {
  isCardHiddenOn,
  isReleasedTo,
  isWhitelisted,
  type GrayRelease,
  type GrayVisitor,
} from '../site-config/gray-release.ts';
import { sorted } from '../sorted.ts';
import { cardPayTypeOf, type PayType } from './pay-type.ts';

/** To whom each is released that is not everybody's. */
export type CardReleases = Readonly<Record<ReleasedProvider, GrayRelease>>;

/** Facts that decide which provider takes a visitor's card. */
export interface CardChannelFacts {
  readonly releases: CardReleases;
  /** Whose new card goes to Checkout.com first, whatever else is released to them. */
  readonly newCardFlow: GrayRelease;
  readonly visitor: GrayVisitor;
  readonly platform: string;
  /** Where fields that cannot be shown everywhere are not. */
  readonly hiddenPlatforms: readonly string[];
  readonly failing: readonly ProviderNumber[];
  /** The channel a whitelist gives this visitor, whatever the shares and the providers' health say. */
  readonly forced?: PayType | null;
}

function hasRelease(provider: CardProvider): provider is ReleasedProvider {
  return PROVIDERS[provider].card.offer === 'released';
}

const IS_OFFERED = {
  released: ({ releases, visitor }, provider) =>
    hasRelease(provider) && isReleasedTo(releases[provider], visitor),
  shown: ({ platform, hiddenPlatforms }) => !isCardHiddenOn(platform, hiddenPlatforms),
  always: () => true,
} as const satisfies Record<CardOffer, (facts: CardChannelFacts, provider: CardProvider) => boolean>;

/** Whose lists this visitor is on. */
export function whitelistedAt(releases: CardReleases, visitor: GrayVisitor): ReleasedProvider[] {
  return CARD_PROVIDERS.filter(hasRelease).filter((provider) => isWhitelisted(releases[provider], visitor));
}

const IN_TURN = sorted(CARD_PROVIDERS, (a, b) => PROVIDERS[a].card.turn - PROVIDERS[b].card.turn);

function inTurn({ newCardFlow, visitor }: CardChannelFacts): readonly CardProvider[] {
  if (!isReleasedTo(newCardFlow, visitor)) return IN_TURN;
  return [CHECKOUT_COM, ...IN_TURN.filter((provider) => provider !== CHECKOUT_COM)];
}

/** A forced channel stands alone: behind another it would not be forced. Where its fields cannot be shown it is none. */
function forcedCard(facts: CardChannelFacts): CardProvider | null {
  const forced = CARD_PROVIDERS.find((provider) => cardPayTypeOf(provider) === facts.forced) ?? null;
  if (forced === null) return null;
  return PROVIDERS[forced].card.offer === 'shown' && !IS_OFFERED.shown(facts) ? null : forced;
}

/**
 * The card channels of a visitor, the one to try first in front; never empty.
 * A provider that is failing goes to the end and is never left out: when all fail, the order is as if none did,
 * and a payer still has somebody to try.
 */
export function cardChannelsFor(facts: CardChannelFacts): PayType[] {
  const forced = forcedCard(facts);
  if (forced !== null) return [cardPayTypeOf(forced)];
  const offered = inTurn(facts).filter((provider) =>
    IS_OFFERED[PROVIDERS[provider].card.offer](facts, provider),
  );
  const isFailing = (provider: CardProvider): boolean => facts.failing.includes(provider);
  return [
    ...offered.filter((provider) => !isFailing(provider)),
    ...offered.filter((provider) => isFailing(provider)),
  ].map(cardPayTypeOf);
}
