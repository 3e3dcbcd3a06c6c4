import {
  describeDecline,
  isWallet,
  providerOf,
  type DeclineReason,
  type OrderPurpose,
  type PayType,
  type RefusalOutcome,
} from '@jawhara/domain';
import type { MedalKind } from '../../../ui/medal.tsx';
import type { WordId } from '../../../words/word-id.ts';
import type { Ending } from '../../machine/purchase/purchase-state.ts';
import { DECLINE_SENTENCES } from './decline-sentences.ts';

/** The action that is most likely to help. It is the main button of the panel. */
export type Fix =
  /** The next cheaper pack; another card where there is none. */
  | 'smaller-pack'
  | 'other-card'
  /** A new date for the card and then pay; another card where its date cannot be changed. */
  | 'new-date'
  | 'fix-expiry'
  | 'fix-number'
  | 'fix-name'
  | 'cvv-again'
  | 'bank-again'
  | 'pay'
  | 'new-order'
  | 'retry'
  /** It is unknown whether the money was taken: the payer checks that before paying again. */
  | 'check'
  /** This button is outlined and not filled, because nothing on this page pays. */
  | 'refresh';

/** Other actions, a row for each. A row that repeats the button is left out. */
export type Way = 'other-card' | 'wallet' | 'card' | 'same-card' | 'smaller-pack' | 'call-bank' | 'report';

export interface DeclinePanel {
  readonly medal: MedalKind;
  readonly title: WordId;
  readonly sentence: WordId;
  /** A second line: what helps if it happens again. */
  readonly hint?: WordId;
  readonly fix: Fix;
  readonly ways: readonly Way[];
  readonly closes: 'close' | 'understood';
}

type Row = Omit<DeclinePanel, 'sentence'> & { readonly sentence?: WordId };

const DETAILS = {
  medal: 'details',
  title: 'result.details.title',
  ways: ['other-card'],
  closes: 'close',
} as const;
const BANK = { medal: 'refused', title: 'result.bank.title', fix: 'other-card', closes: 'close' } as const;
const LIMIT = { medal: 'refused', title: 'result.limit.title', closes: 'close' } as const;
const OVER_LIMIT = { ...LIMIT, fix: 'other-card', ways: ['smaller-pack', 'wallet'] } as const;
const VERIFY = {
  medal: 'late',
  title: 'result.verify.title',
  fix: 'bank-again',
  ways: ['other-card', 'wallet'],
  closes: 'close',
} as const;
const EXPIRED = { medal: 'date', title: 'result.expire.title', closes: 'understood' } as const;
const OURS = { medal: 'ours', title: 'result.ours.title', closes: 'close' } as const;
const AGAIN = {
  medal: 'refused',
  title: 'result.other.title',
  fix: 'retry',
  ways: ['other-card'],
  closes: 'close',
} as const;
const OTHER = { ...AGAIN, ways: ['other-card', 'wallet'] } as const;

/**
 * Every reason of a refusal, with what its panel says and offers. The sentence is the reason's own unless the entry names
 * another.
 */
const BY_REASON = {
  'insufficient-funds': {
    medal: 'refused',
    title: 'result.balance.title',
    fix: 'smaller-pack',
    ways: ['other-card', 'wallet'],
    closes: 'close',
  },

  'card-expired': { ...EXPIRED, fix: 'new-date', ways: ['other-card', 'wallet'] },
  'expiry-wrong': { ...DETAILS, medal: 'date', fix: 'fix-expiry' },
  'card-withdrawn': { ...EXPIRED, fix: 'other-card', ways: ['wallet'] },
  'card-closed': { ...EXPIRED, fix: 'other-card', ways: ['wallet'] },

  'verification-failed': {
    ...VERIFY,
    medal: 'guarded',
    title: 'result.threeDs.title',
    sentence: 'result.threeDs.tip',
  },
  'verification-timed-out': VERIFY,
  'verification-unavailable': VERIFY,
  'verification-required': VERIFY,
  'not-enrolled': { ...VERIFY, fix: 'other-card', ways: ['wallet'] },

  risk: {
    medal: 'guarded',
    title: 'result.risk.title',
    fix: 'other-card',
    ways: ['wallet'],
    closes: 'close',
  },
  'not-supported': { ...BANK, title: 'result.risk.title', ways: ['wallet'] },

  'card-number-wrong': { ...DETAILS, fix: 'fix-number' },
  'name-wrong': { ...DETAILS, fix: 'fix-name' },
  'cvv-wrong': { ...DETAILS, title: 'result.cvv.title', fix: 'cvv-again' },
  // We never ask for an address, so there is nothing to correct.
  'address-wrong': { ...DETAILS, fix: 'other-card', ways: [] },

  'daily-limit': OVER_LIMIT,
  'amount-limit': OVER_LIMIT,
  'count-limit': OVER_LIMIT,
  'limit-reached': OVER_LIMIT,
  'smaller-amount-needed': { ...LIMIT, fix: 'smaller-pack', ways: ['other-card', 'wallet'] },
  // The limit is that of our own contract, not of the card.
  'our-limit': { ...OTHER, fix: 'smaller-pack' },

  'bank-refused': { ...BANK, ways: ['same-card', 'call-bank'] },
  'refer-to-bank': { ...BANK, ways: ['same-card', 'call-bank'] },
  'card-blocked': { ...BANK, ways: ['call-bank'] },
  'payments-stopped': { ...BANK, ways: ['call-bank'] },
  'pin-problem': { ...BANK, ways: [] },
  'not-permitted': { ...BANK, ways: ['call-bank'] },

  'payer-cancelled': { ...AGAIN, medal: 'cancelled', title: 'result.cancelled.title', fix: 'pay' },
  'payment-lapsed': { ...AGAIN, medal: 'lapsed', title: 'result.lapsed.title', fix: 'new-order' },

  // The card was not declined: it may work in a moment.
  'bank-unavailable': OTHER,
  'not-processed': OTHER,
  'our-fault': { ...OURS, fix: 'retry', ways: ['wallet', 'report'] },
  'amount-wrong': { ...OURS, fix: 'smaller-pack', ways: ['other-card', 'wallet', 'report'] },
  unknown: { ...OTHER, closes: 'understood' },
} as const satisfies Record<DeclineReason, Row>;

/** Panels by outcome, for refusals without a reason. */
const PLAIN = {
  balance: { ...BY_REASON['insufficient-funds'], sentence: 'result.balance.tip' },
  expire: { ...BY_REASON['card-expired'], sentence: 'result.expire.tip' },
  verify: { ...VERIFY, sentence: 'result.verify.tip' },
  'high-risk': { ...BY_REASON.risk, sentence: 'decline.risk' },
  other: { ...BY_REASON.unknown, sentence: 'result.other.tip' },
} as const satisfies Record<RefusalOutcome, DeclinePanel>;

/** For a wallet payment that was refused as high risk, and for a wallet whose check failed. */
export const WALLET_UNSTABLE: DeclinePanel = {
  medal: 'ours',
  title: 'result.highRisk.title',
  sentence: 'result.highRisk.tip',
  hint: 'result.highRisk.hint',
  fix: 'refresh',
  ways: ['card'],
  closes: 'close',
};

/** No order was made: the browser has no wallet to pay with. */
export const NO_WALLET: DeclinePanel = {
  medal: 'ours',
  title: 'result.noApplePay.title',
  sentence: 'result.noApplePay.tip',
  fix: 'other-card',
  ways: [],
  closes: 'understood',
};

const RETURNED = { medal: 'ours', title: 'result.returned.title' } as const;

/** The gems are taken back only if they were delivered. A fine has no gems. */
function ofReturned({ wasDelivered }: Extract<Ending, { kind: 'returned' }>, purpose: OrderPurpose) {
  if (purpose === 'fine') return { ...RETURNED, sentence: 'result.returned.fine' } as const;
  const sentence = wasDelivered ? 'result.returned.tip' : 'result.returned.undelivered';
  return { ...RETURNED, sentence } as const;
}

/** Content of the panel of a payment that failed. After a refund or a dispute it offers no action. */
export type NotPaidTemplate = DeclinePanel | ReturnType<typeof ofReturned>;

type RefusedEnding = Extract<Ending, { kind: 'refused' }>;

function ofReason(reason: DeclineReason): DeclinePanel {
  return { sentence: DECLINE_SENTENCES[reason], ...BY_REASON[reason] };
}

/** We never see the card in a wallet, so these sentences name the wallet. */
const WALLET_SENTENCES: { readonly [Reason in DeclineReason]?: WordId } = {
  'insufficient-funds': 'err.insufficientWallet',
  'verification-failed': 'err.3ds',
};
const PLAIN_WALLET_SENTENCES: { readonly [Outcome in RefusalOutcome]?: WordId } = {
  balance: 'err.insufficientWallet',
  verify: 'err.3ds',
};

function ofWalletRefusal(ending: RefusedEnding, payType: PayType): DeclinePanel {
  const { outcome, code } = ending;
  // A wallet payment that was refused as high risk has a panel of its own, whatever the code is.
  if (outcome === 'high-risk') return WALLET_UNSTABLE;
  if (code === null) {
    const plain: DeclinePanel = PLAIN[outcome];
    return { ...plain, sentence: PLAIN_WALLET_SENTENCES[outcome] ?? plain.sentence };
  }
  const { reason } = describeDecline(providerOf(payType), ending);
  const panel = ofReason(reason);
  return { ...panel, sentence: WALLET_SENTENCES[reason] ?? panel.sentence };
}

function ofRefusal(ending: RefusedEnding, payType: PayType): DeclinePanel {
  if (isWallet(payType)) return ofWalletRefusal(ending, payType);
  if (ending.code === null) return PLAIN[ending.outcome];
  return ofReason(describeDecline(providerOf(payType), ending).reason);
}

export function notPaidTemplate(
  ending: Ending,
  payType: PayType,
  purpose: OrderPurpose = 'gems',
): NotPaidTemplate {
  if (ending.kind === 'refused') return ofRefusal(ending, payType);
  if (ending.kind === 'returned') return ofReturned(ending, purpose);
  return ofReason(ending.kind === 'cancelled' ? 'payer-cancelled' : 'payment-lapsed');
}

export interface OfferFacts {
  readonly hasSmallerPack: boolean;
  /** The card's provider can update the date of a saved card. */
  readonly updatesDate: boolean;
  /** The card is not saved: its date is in a field, and can be typed again. */
  readonly isTyped: boolean;
  readonly isMoneyOpen: boolean;
  /** This page can open a wallet for the same order, and it was not the wallet that was refused. */
  readonly hasWallet: boolean;
}

const NEEDS: Partial<Record<Fix, (facts: OfferFacts) => boolean>> = {
  'smaller-pack': ({ hasSmallerPack }) => hasSmallerPack,
  'new-date': ({ updatesDate }) => updatesDate,
  'fix-expiry': ({ updatesDate, isTyped }) => updatesDate || isTyped,
};

const LEADS_SOMEWHERE: Partial<Record<Way, (facts: OfferFacts) => boolean>> = {
  'smaller-pack': ({ hasSmallerPack }) => hasSmallerPack,
  wallet: ({ hasWallet }) => hasWallet,
};

/**
 * The main action as a row, shown where checking is the main action instead. An action without a row becomes "the same
 * card again".
 */
const asWay = (fix: Fix): Way => (fix === 'other-card' || fix === 'smaller-pack' ? fix : 'same-card');

/** Checking becomes the main action; paying again stays possible as a row. */
function lookFirst(template: DeclinePanel): DeclinePanel {
  if (template.fix === 'refresh') return template;
  return { ...template, fix: 'check', ways: [...new Set([asWay(template.fix), ...template.ways])] };
}

/** The template reduced to actions that are possible here, each of them once. */
export function offeredTemplate(template: DeclinePanel, facts: OfferFacts): DeclinePanel {
  const fix = (NEEDS[template.fix]?.(facts) ?? true) ? template.fix : 'other-card';
  const isDateFinal = template.fix === 'new-date' && fix === 'other-card';
  const offered: DeclinePanel = {
    ...template,
    // The sentence of this reason asks for a new date, which cannot be entered here.
    sentence: isDateFinal ? DECLINE_SENTENCES['card-withdrawn'] : template.sentence,
    fix,
    ways: template.ways.filter((way) => way !== fix && (LEADS_SOMEWHERE[way]?.(facts) ?? true)),
    // Without a smaller pack the payer has nothing to decide (RES-02).
    closes: template.fix === 'smaller-pack' && fix === 'other-card' ? 'understood' : template.closes,
  };
  return facts.isMoneyOpen ? lookFirst(offered) : offered;
}
