import { PROVIDER_NUMBERS, CARD_PROVIDERS, type ProviderNumber } from '@jawhara/domain';
import { PROVIDER_FACTS } from './every-provider.ts';
import { pick, shuffled, wholeBetween, type Chance } from './seeded-chance.ts';

/** `light`: a few per cent of failures, beside another fault. `heavy`: all providers but one fail. */
export type Trouble = 'light' | 'heavy';

/** The behaviour of a provider during a wave. `api` and `post` are the sandbox's own settings. */
export interface ProviderTrouble {
  readonly api: {
    readonly failRate: number;
    readonly lostAnswerRate: number;
    readonly hangMs: number;
    readonly seed: number;
  };
  /** How the provider refuses calls for a while: all because our key is revoked, or most because of too many requests. */
  readonly turnsAway: TurnsAway | null;
  /**
   * The share of calls that fail during the fault "providers fail", once payers are charged: queries fail as often as payments.
   */
  readonly darkRate: number;
  readonly post: {
    readonly copies: number;
    readonly shuffle: boolean;
    readonly delayMs: number;
    readonly jitterMs: number;
    readonly lossRate: number;
    readonly seed: number;
  };
}

export type TurnsAway = 'revoked-key' | 'too-many';

export type Troubles = Readonly<Record<ProviderNumber, ProviderTrouble>>;

interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** In per cent. A lost response after charging is more frequent than a failure before it, because only that one costs money. */
const RATES = {
  light: {
    fail: { least: 1, most: 6 },
    lostAnswer: { least: 4, most: 15 },
    dark: { least: 1, most: 6 },
    hangMs: 2_000,
  },
  heavy: {
    fail: { least: 5, most: 20 },
    lostAnswer: { least: 60, most: 90 },
    dark: { least: 85, most: 100 },
    // A call without a response hangs longer than the other payers need to be charged.
    hangMs: 5_000,
  },
} as const satisfies Record<
  Trouble,
  Readonly<Record<'fail' | 'lostAnswer' | 'dark', Bounds>> & { readonly hangMs: number }
>;

/**
 * Delays of webhooks. `much`: for Adyen, whose payments are known from webhooks alone. `elsewhere`: long enough for the payer to
 * pay at another provider meanwhile.
 */
const LATE_MS = {
  little: { least: 100, most: 100 },
  much: { least: 1_500, most: 4_000 },
  elsewhere: { least: 7_000, most: 10_000 },
} as const satisfies Record<string, Bounds>;

/** The probability that a copy of a webhook is lost. */
const LOSS_RATE = 0.25;
const SEED_MAX = 2 ** 31;

/** Providers with many payers, where calls are refused. At others too few calls would come, and the wave would wait for them. */
const MUCH_MET = PROVIDER_NUMBERS.filter((provider) => PROVIDER_FACTS[provider].share > 1);

function planTrouble(
  chance: Chance,
  trouble: Trouble,
  provider: ProviderNumber,
  turnsAway: TurnsAway | null,
): ProviderTrouble {
  const { fail, lostAnswer, dark, hangMs } = RATES[trouble];
  const { losesPost } = PROVIDER_FACTS[provider];
  const late = trouble === 'heavy' ? LATE_MS.elsewhere : LATE_MS[losesPost ? 'little' : 'much'];
  const share = ({ least, most }: Bounds): number => wholeBetween(chance, least, most) / 100;
  return {
    api: {
      failRate: share(fail),
      lostAnswerRate: share(lostAnswer),
      hangMs,
      seed: wholeBetween(chance, 1, SEED_MAX),
    },
    turnsAway,
    darkRate: share(dark),
    post: {
      copies: 2,
      shuffle: true,
      delayMs: wholeBetween(chance, late.least, late.most),
      jitterMs: losesPost ? 2_000 : 4_000,
      lossRate: losesPost ? LOSS_RATE : 0,
      seed: wholeBetween(chance, 1, SEED_MAX),
    },
  };
}

export function planTroubles(chance: Chance, trouble: Trouble): Troubles {
  // A single card provider keeps working: if all failed, no payer could pay elsewhere and no order would be charged twice. It takes
  // cards, because payers who began with a wallet go on with a card.
  const working = pick(chance, CARD_PROVIDERS);
  const [revoked, busy] = shuffled(chance, MUCH_MET);
  const turnsAway = (provider: ProviderNumber): TurnsAway | null => {
    if (provider === revoked) return 'revoked-key';
    return provider === busy ? 'too-many' : null;
  };
  const plan = (provider: ProviderNumber): ProviderTrouble =>
    planTrouble(chance, provider === working ? 'light' : trouble, provider, turnsAway(provider));
  return Object.fromEntries(PROVIDER_NUMBERS.map((provider) => [provider, plan(provider)])) as Troubles;
}
