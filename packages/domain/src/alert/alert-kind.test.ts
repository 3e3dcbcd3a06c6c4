import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { OPERATOR_VERBS, PROVIDER_PAGES } from '../operator/operator-verb.ts';
import {
  ALERT_KIND_NAMES,
  ALERT_KINDS,
  ALERT_URGENCIES,
  isAlertKind,
  mayComeBack,
  urgencyOf,
} from './alert-kind.ts';

it('[ALR-01] every alert kind has an urgency, a sentence on what happened and a next step for the operator', () => {
  expect(ALERT_KIND_NAMES.length).toBeGreaterThan(20);
  for (const kind of ALERT_KIND_NAMES) {
    const { says, next } = ALERT_KINDS[kind];
    expect(ALERT_URGENCIES).toContain(urgencyOf(kind));
    expect(says).toMatch(/^[A-Z].{20,}\.$/);
    expect(next).toMatch(/.{20,}\.$/);
  }
});

it('[ALR-01] alerts about payers who may have paid for nothing, or a shop that cannot take payments, are urgent', () => {
  const atOnce = ALERT_KIND_NAMES.filter((kind) => urgencyOf(kind) === 'now');
  expect(atOnce.toSorted()).toEqual([
    'amount-contradicted',
    'attempt-never-answered',
    'delivery-refused',
    'flow-stuck',
    'nobody-carries-on',
    'not-delivered-in-time',
    'payment-of-another-order',
    'provider-not-connected',
    'provider-refuses-us',
    'reconciliation-double-credit',
    'reconciliation-ledger-not-balanced',
    'reconciliation-missing-credit',
    'reconciliation-orphan-payment',
    'returned-more-than-paid',
    'step-parked',
    'tables-do-not-fit',
    'webhook-parked',
  ]);
});

it('only alert kinds about a provider, flow, build, mail server or card deletion may be raised again after closing', () => {
  expect(ALERT_KIND_NAMES.filter(mayComeBack)).toEqual([
    'provider-refuses-us',
    'wallet-channel-left',
    'provider-not-connected',
    'step-parked',
    'flow-stuck',
    'nobody-carries-on',
    'mail-server-away',
    'tables-do-not-fit',
    'card-not-forgotten',
  ]);
});

it('only names of existing alert kinds are accepted as alert kinds', () => {
  expect(isAlertKind('flow-stuck')).toBe(true);
  for (const wrong of ['', 'toString', 'flow stuck', '__proto__']) expect(isAlertKind(wrong)).toBe(false);
});

it('[ALR-02] the text of every alert kind names exactly the operator commands that its data lists', () => {
  for (const kind of ALERT_KIND_NAMES) {
    const { verbs, says, next } = ALERT_KINDS[kind];
    const prose = `${says} ${next}`;
    const commands = [...prose.matchAll(/\bops ([a-z]+ [a-z-]+)/g)].map(([, name = '']) => name);
    const named: readonly string[] = [
      ...commands.filter((name) => Object.hasOwn(OPERATOR_VERBS, name)),
      ...(prose.includes(PROVIDER_PAGES) ? [PROVIDER_PAGES] : []),
    ];
    expect([kind, [...new Set(named)].toSorted()]).toEqual([kind, [...verbs].toSorted()]);
    // Any other phrase for the provider's pages would hide a command that the kind's data must list.
    expect(prose.replaceAll(PROVIDER_PAGES, '')).not.toMatch(/pages of the provider|own pages/);
  }
});

it('[ALR-02] every urgent alert about an order offers an operator command, except the one on an unbalanced ledger', () => {
  const urgent = ALERT_KIND_NAMES.filter(
    (kind) => urgencyOf(kind) === 'now' && ALERT_KINDS[kind].about === 'order',
  );
  const without = urgent.filter((kind) => ALERT_KINDS[kind].verbs.length === 0);
  // Something other than our program wrote to the ledger: a developer must look before any command is used.
  expect(without).toEqual(['reconciliation-ledger-not-balanced']);
});

it('the runbook has a line for every alert kind', () => {
  const runbook = readFileSync(new URL('../../../../docs/operations/runbook.md', import.meta.url), 'utf8');
  for (const kind of ALERT_KIND_NAMES) expect(runbook).toContain(`| \`${kind}\` |`);
});
