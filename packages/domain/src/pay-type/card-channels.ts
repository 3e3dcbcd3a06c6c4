import {
  isCardHiddenOn,
  isReleasedTo,
  type GrayRelease,
  type GrayVisitor,
} from '../site-config/gray-release.ts';
import {
  ADYEN_CARD,
  CHECKOUT_COM_CARD,
  PAYERMAX_CARD,
  providerOf,
  type PayType,
  type ProviderNumber,
} from './pay-type.ts';

/** What decides who takes a visitor's card. */
export interface CardChannelFacts {
  readonly adyenCard: GrayRelease;
  readonly visitor: GrayVisitor;
  readonly platform: string;
  /** Where the fields of provider 13 cannot be shown. */
  readonly hiddenPlatforms: readonly string[];
  readonly failing: readonly ProviderNumber[];
  /** The channel a whitelist gives this visitor, whatever the shares and the providers' health say. */
  readonly forced?: PayType | null;
}

interface CardChannel {
  readonly payType: PayType;
  readonly isOffered: (facts: CardChannelFacts) => boolean;
}

/** The newest first: a channel that is released to somebody is there to be used. */
const IN_ORDER: readonly CardChannel[] = [
  { payType: ADYEN_CARD, isOffered: ({ adyenCard, visitor }) => isReleasedTo(adyenCard, visitor) },
  { payType: CHECKOUT_COM_CARD, isOffered: canShowCheckoutCom },
  { payType: PAYERMAX_CARD, isOffered: () => true },
];

function canShowCheckoutCom({ platform, hiddenPlatforms }: CardChannelFacts): boolean {
  return !isCardHiddenOn(platform, hiddenPlatforms);
}

function isFailing(payType: PayType, failing: readonly ProviderNumber[]): boolean {
  const provider = providerOf(payType);
  return provider !== null && failing.includes(provider);
}

/** A forced channel stands alone: behind another it would not be forced. Where its fields cannot be shown it is none. */
function forcedCard(facts: CardChannelFacts): PayType | null {
  const card = IN_ORDER.find(({ payType }) => payType === facts.forced)?.payType ?? null;
  return card === CHECKOUT_COM_CARD && !canShowCheckoutCom(facts) ? null : card;
}

/**
 * The card channels of a visitor, the one to try first in front; never empty.
 * A provider that is failing goes to the end and is never left out: when all fail, the order is as if none did,
 * and a payer still has somebody to try.
 */
export function cardChannelsFor(facts: CardChannelFacts): PayType[] {
  const forced = forcedCard(facts);
  if (forced !== null) return [forced];
  const offered = IN_ORDER.filter((channel) => channel.isOffered(facts)).map(({ payType }) => payType);
  return [
    ...offered.filter((payType) => !isFailing(payType, facts.failing)),
    ...offered.filter((payType) => isFailing(payType, facts.failing)),
  ];
}
