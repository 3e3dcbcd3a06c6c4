import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  ALERT_KIND_NAMES,
  ALERT_KINDS,
  ALERT_URGENCIES,
  isAlertKind,
  mayComeBack,
  urgencyOf,
} from './alert-kind.ts';

it('[ALR-01] every kind has an urgency, says what happened and what a person does next', () => {
  expect(ALERT_KIND_NAMES.length).toBeGreaterThan(20);
  for (const kind of ALERT_KIND_NAMES) {
    const { says, next } = ALERT_KINDS[kind];
    expect(ALERT_URGENCIES).toContain(urgencyOf(kind));
    expect(says).toMatch(/^[A-Z].{20,}\.$/);
    expect(next).toMatch(/.{20,}\.$/);
  }
});

it('[ALR-01] somebody who may have paid for nothing, and a shop nobody can pay in, cannot wait until tomorrow', () => {
  const atOnce = ALERT_KIND_NAMES.filter((kind) => urgencyOf(kind) === 'now');
  expect(atOnce.toSorted()).toEqual([
    'amount-contradicted',
    'attempt-never-answered',
    'flow-stuck',
    'nobody-carries-on',
    'not-delivered-in-time',
    'payment-of-another-order',
    'provider-refuses-us',
    'reconciliation-double-credit',
    'reconciliation-ledger-not-balanced',
    'reconciliation-missing-credit',
    'reconciliation-orphan-payment',
    'returned-more-than-paid',
    'tables-do-not-fit',
  ]);
});

it('only what is about a provider, a flow or a build may be raised again once it is closed', () => {
  expect(ALERT_KIND_NAMES.filter(mayComeBack)).toEqual([
    'provider-refuses-us',
    'wallet-channel-left',
    'flow-stuck',
    'nobody-carries-on',
    'tables-do-not-fit',
    'card-not-forgotten',
  ]);
});

it('knows its own names and no others', () => {
  expect(isAlertKind('flow-stuck')).toBe(true);
  for (const wrong of ['', 'toString', 'flow stuck', '__proto__']) expect(isAlertKind(wrong)).toBe(false);
});

it('the runbook has a line for every kind, with the command that ends it', () => {
  const runbook = readFileSync(new URL('../../../../docs/operations/runbook.md', import.meta.url), 'utf8');
  for (const kind of ALERT_KIND_NAMES) expect(runbook).toContain(`| \`${kind}\` |`);
});
