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
import { PROVIDER_FAILING_SHARE, PROVIDER_FAILING_UNKNOWN_MIN } from '../limits.ts';
import { cardPayTypeOf, type PayType } from './pay-type.ts';

/** The release settings of each provider whose card is offered to a part of the visitors. */
export type CardReleases = Readonly<Record<ReleasedProvider, GrayRelease>>;

/** Facts that decide which provider takes a visitor's card. */
export interface CardChannelFacts {
  readonly releases: CardReleases;
  /** The release for sending new cards to Checkout.com first, whatever else is released. */
  readonly newCardFlow: GrayRelease;
  readonly visitor: GrayVisitor;
  readonly platform: string;
  /** Platforms on which some providers' fields cannot be shown. */
  readonly hiddenPlatforms: readonly string[];
  readonly failing: readonly ProviderNumber[];
  /** The channel that a whitelist gives this visitor. It counts even if its share is zero or its provider is failing. */
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

/** The providers whose whitelist contains this visitor. */
export function whitelistedAt(releases: CardReleases, visitor: GrayVisitor): ReleasedProvider[] {
  return CARD_PROVIDERS.filter(hasRelease).filter((provider) => isWhitelisted(releases[provider], visitor));
}

const IN_TURN = sorted(CARD_PROVIDERS, (a, b) => PROVIDERS[a].card.turn - PROVIDERS[b].card.turn);

function inTurn({ newCardFlow, visitor }: CardChannelFacts): readonly CardProvider[] {
  if (!isReleasedTo(newCardFlow, visitor)) return IN_TURN;
  return [CHECKOUT_COM, ...IN_TURN.filter((provider) => provider !== CHECKOUT_COM)];
}

/** A forced channel is the only one. If its fields cannot be shown here, nothing is forced. */
function forcedCard(facts: CardChannelFacts): CardProvider | null {
  const forced = CARD_PROVIDERS.find((provider) => cardPayTypeOf(provider) === facts.forced) ?? null;
  if (forced === null) return null;
  return PROVIDERS[forced].card.offer === 'shown' && !IS_OFFERED.shown(facts) ? null : forced;
}

/**
 * The card channels of a visitor, best first; never empty. A failing provider goes to the end but stays: if all fail, the
 * order is as if none did.
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

/** How the calls to one provider ended during the last PROVIDER_HEALTH_WINDOW_S seconds. */
export interface ProviderWindow {
  /** The provider gave an answer, a refusal included. */
  readonly answered: number;
  /** A time-out, a 5xx, a lost connection. */
  readonly unknown: number;
}

/**
 * A provider recovers without a report: while it fails new orders go to others, so its window empties, and an empty window
 * counts as healthy. The next orders try it, and a few calls without an answer make it fail again.
 */
export function isProviderFailing({ answered, unknown }: ProviderWindow): boolean {
  return unknown >= PROVIDER_FAILING_UNKNOWN_MIN && unknown >= (answered + unknown) * PROVIDER_FAILING_SHARE;
}
