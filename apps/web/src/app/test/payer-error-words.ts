import type { PayerError } from '@jawhara/contract';
import type { WordId } from '../../words/word-id.ts';

interface Row {
  /** The sentence of the error, in each catalogue. */
  readonly word: WordId;
  /** Where a payer sees the error. */
  readonly at: 'look-up' | 'share' | 'pay' | 'pay-step' | 'result' | 'fines' | 'menu' | 'feedback';
}

/** The sentence of each error, and where it is shown (ERR-01). An error without a row does not compile. */
export const PAYER_ERROR_WORDS = {
  'account-unknown': { word: 'err.noMatch', at: 'look-up' },
  'link-void': { word: 'share.invalid', at: 'share' },
  'payment-failed': { word: 'result.other.title', at: 'result' },
  'recharge-failed': { word: 'dlg.order.failed', at: 'pay-step' },
  'fine-changed': { word: 'fine.changed', at: 'fines' },
  'security-check-failed': { word: 'result.threeDs.title', at: 'result' },
  'network-failed': { word: 'net.error', at: 'menu' },
  'payment-not-sent': { word: 'decline.not-processed', at: 'result' },
  'order-timed-out': { word: 'result.lapsed.title', at: 'result' },
  'payment-cancelled': { word: 'result.cancelled.title', at: 'result' },
  'wallet-not-supported': { word: 'result.noApplePay.title', at: 'pay' },
  'wallet-unstable': { word: 'result.highRisk.title', at: 'pay' },
  'update-failed': { word: 'err.updateFailed', at: 'pay-step' },
  'report-not-sent': { word: 'feedback.submitFailed', at: 'feedback' },
  'banned-forever': { word: 'err.bannedForever', at: 'look-up' },
  'banned-until': { word: 'err.bannedUntil', at: 'look-up' },
  'account-cancelled': { word: 'err.20186', at: 'look-up' },
  'guest-not-served': { word: 'err.guest', at: 'look-up' },
  'report-too-long': { word: 'feedback.tooLong', at: 'feedback' },
} as const satisfies Record<PayerError, Row>;

/** The errors shown at these places: a test that lacks one does not compile. */
export type ErrorAt<At extends Row['at']> = {
  [E in PayerError]: (typeof PAYER_ERROR_WORDS)[E]['at'] extends At ? E : never;
}[PayerError];
