import type { ProviderNumber } from '@jawhara/domain';
import type { DisputeStage } from '../apps/sandbox/src/world/disputes.ts';
import { PROVIDER_FACTS } from './every-provider.ts';
import { pick, seededChance, shuffled, wholeBetween, type Chance } from './seeded-chance.ts';

/**
 * A refund or dispute of a captured payment that starts at the provider or a bank, not in the shop. Shares are of the captured
 * amount; `rest`: all that is left.
 */
export type AftermathStep = { readonly afterMs: number } & Deed;

type Deed =
  | { readonly does: 'refund'; readonly share: number | 'rest' }
  | { readonly does: 'refund-fails' }
  | { readonly does: 'dispute'; readonly stage: DisputeStage; readonly share: number };

const refund = (share: number | 'rest'): Deed => ({ does: 'refund', share });
const dispute = (stage: DisputeStage, share = 1): Deed => ({ does: 'dispute', stage, share });

const secondRound = (chance: Chance, provider: ProviderNumber): Deed[] =>
  pick(chance, PROVIDER_FACTS[provider].secondRounds).map((stage) => dispute(stage));

const AFTERMATHS = {
  'refund-whole': () => [refund('rest')],
  'refund-part': (chance) => [refund(partOf(chance))],
  'refund-twice': (chance) => [refund(partOf(chance)), refund('rest')],
  'refund-fails': (chance) => [
    refund(chance() < 0.5 ? partOf(chance) : 'rest'),
    { does: 'refund-fails' as const },
  ],
  'dispute-opened': (chance) => [dispute('opened', chance() < 0.5 ? 1 : partOf(chance))],
  'dispute-won': (chance, provider) => [
    dispute('opened', chance() < 0.5 ? 1 : partOf(chance)),
    dispute(PROVIDER_FACTS[provider].saysWithdrawn && chance() < 0.4 ? 'withdrawn' : 'won'),
  ],
  'dispute-lost': (chance, provider) => [
    dispute('opened'),
    dispute('lost'),
    ...secondRound(chance, provider),
  ],
  'dispute-taken-again': (chance, provider) => [
    dispute('opened'),
    dispute('won'),
    dispute('taken-again'),
    ...secondRound(chance, provider),
  ],
  'refund-and-dispute': (chance) => [refund(partOf(chance)), dispute('opened')],
} as const satisfies Record<string, (chance: Chance, provider: ProviderNumber) => readonly Deed[]>;

export type AftermathName = keyof typeof AFTERMATHS;

export const AFTERMATH_NAMES = Object.keys(AFTERMATHS) as AftermathName[];

export interface Aftermath {
  readonly name: AftermathName;
  readonly steps: readonly AftermathStep[];
}

type Round = Readonly<Record<AftermathName | 'nothing', number>>;

const REFUNDS = { 'refund-whole': 1, 'refund-part': 1, 'refund-twice': 1, 'refund-fails': 1 } as const;
const IN_PEACE = 3;

/**
 * How often each event occurs in a round of payments. A round is shuffled and used up before the next begins, so every kind
 * occurs in every run.
 */
function roundAt(provider: ProviderNumber): Round {
  const { tellsDisputes, secondChargebacks } = PROVIDER_FACTS[provider];
  const disputes = tellsDisputes ? 1 : 0;
  return {
    ...REFUNDS,
    'dispute-opened': disputes,
    'dispute-won': disputes,
    'dispute-lost': disputes,
    'refund-and-dispute': disputes,
    'dispute-taken-again': secondChargebacks,
    nothing: IN_PEACE,
  };
}

/** Half of the events come at once (a negative pause counts as zero), often before the webhook of the payment itself. */
const PAUSE_MS = { least: -1_500, most: 1_500 };

function partOf(chance: Chance): number {
  return wholeBetween(chance, 1, 99) / 100;
}

function planAftermath(chance: Chance, provider: ProviderNumber, name: AftermathName): Aftermath {
  const deeds: readonly Deed[] = AFTERMATHS[name](chance, provider);
  return {
    name,
    steps: deeds.map((deed) => ({
      ...deed,
      afterMs: Math.max(0, wholeBetween(chance, PAUSE_MS.least, PAUSE_MS.most)),
    })),
  };
}

/** The events for the next payment that this provider captures; null for none. */
export type AftermathDeck = (provider: ProviderNumber) => Aftermath | null;

/** Each provider has its own random sequence, so that the order of captures does not change the events of other providers. */
export function planAftermaths(seed: number): AftermathDeck {
  const decks = new Map<ProviderNumber, { readonly chance: Chance; cards: (AftermathName | 'nothing')[] }>();
  return (provider) => {
    const deck = decks.get(provider) ?? { chance: seededChance(seed * 100 + provider), cards: [] };
    decks.set(provider, deck);
    if (deck.cards.length === 0) deck.cards = shuffled(deck.chance, roundOf(provider));
    const name = deck.cards.pop() ?? 'nothing';
    return name === 'nothing' ? null : planAftermath(deck.chance, provider, name);
  };
}

function roundOf(provider: ProviderNumber): (AftermathName | 'nothing')[] {
  const names = [...AFTERMATH_NAMES, 'nothing' as const];
  const round = roundAt(provider);
  return names.flatMap((name) => Array.from({ length: round[name] }, () => name));
}
