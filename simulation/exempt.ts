const NOT_MONEY = 'concerns no money';
const OTHER_TESTS = 'not simulated: the settlement reports are played by the tests of reconciliation';
const RELEASES = 'not simulated: releases are played by chaos:rolling and release:flows';

/** Kinds that the coverage check does not demand, because no history reaches them, each with its reason. */
export const EXEMPT = {
  'command: feedback answer': NOT_MONEY,
  'command: feedback close': NOT_MONEY,
  'command: accounts import': NOT_MONEY,
  'command: accounts count': NOT_MONEY,
  'command: accounts ticket': NOT_MONEY,
  'command: packs put': NOT_MONEY,
  'command: configure publish': NOT_MONEY,
  'command: configure back': NOT_MONEY,
  'command: order rebuild':
    'not simulated: a restore needs a database cluster of its own; npm run restore-drill plays it',
  'command: deploy register': RELEASES,
  'command: deploy rollback': RELEASES,
  'command: deploy remove': RELEASES,
  'command: operators first': NOT_MONEY,
  'command: operators add': NOT_MONEY,
  'command: operators end': NOT_MONEY,
  'command: mails resend': NOT_MONEY,
  'command: person erase': NOT_MONEY,
  'command: webhooks discard':
    'leaves money out of our books on purpose; played by the tests of parked webhooks',
  'alert: mail-parked': NOT_MONEY,
  'alert: mail-server-away': NOT_MONEY,
  'alert: ticket-issued': NOT_MONEY,
  'alert: provider-refuses-us': 'raised by the HTTP clients of the adapters, which are not simulated',
  'alert: wallet-channel-left': 'raised when a sheet is opened, which moves no money',
  'alert: nobody-carries-on': RELEASES,
  'alert: tables-do-not-fit': RELEASES,
  'alert: card-not-forgotten': NOT_MONEY,
  'alert: partial-refund': 'never raised any more; kept for rows of earlier releases',
  'alert: return-in-other-currency': 'all simulated money is in dollars',
  'alert: payment-of-another-order': 'a simulated provider never mixes up two orders',
  'alert: reconciliation-missing-credit': OTHER_TESTS,
  'alert: reconciliation-double-credit': OTHER_TESTS,
  'alert: reconciliation-missing-capture': OTHER_TESTS,
  'alert: reconciliation-amount-differs': OTHER_TESTS,
  'alert: reconciliation-refund-not-taken-back': OTHER_TESTS,
  'alert: reconciliation-orphan-payment': OTHER_TESTS,
  'alert: reconciliation-wrong-currency': OTHER_TESTS,
  'alert: reconciliation-late-confirmation': OTHER_TESTS,
  'alert: reconciliation-dispute-nobody-told': OTHER_TESTS,
  'alert: reconciliation-ledger-not-balanced': OTHER_TESTS,
  'alert: reconciliation-odd-rows': OTHER_TESTS,
} as const satisfies Readonly<Record<string, string>>;
