import { expect, it } from 'vitest';
import {
  isOperatorRole,
  mayPerform,
  OPERATOR_READ_VERBS,
  OPERATOR_VERBS,
  readSignOff,
  SIGN_OFF_BY_MAX,
  SIGN_OFF_WHY_MAX,
  verbOfRecord,
  type OperatorVerb,
} from './operator-verb.ts';

it('an operator’s name and reason make a sign-off, with surrounding spaces removed', () => {
  expect(readSignOff(' noura ', ' the payer asked\nin writing ')).toEqual({
    by: 'noura',
    why: 'the payer asked\nin writing',
  });
});

it('a sign-off without a name or reason, or with an overlong one, is refused', () => {
  for (const [by, why] of [
    ['', 'because'],
    ['  ', 'because'],
    ['noura', ''],
    ['noura', ' \n '],
    ['no\nura', 'because'],
    ['n'.repeat(SIGN_OFF_BY_MAX + 1), 'because'],
    ['noura', 'w'.repeat(SIGN_OFF_WHY_MAX + 1)],
  ] as const)
    expect(readSignOff(by, why)).toBeNull();
  expect(readSignOff('n'.repeat(SIGN_OFF_BY_MAX), 'w'.repeat(SIGN_OFF_WHY_MAX))).not.toBeNull();
});

const VERBS = Object.keys(OPERATOR_VERBS) as OperatorVerb[];

it('an administrator may perform every operator command, support only those that move no money or gems', () => {
  expect(VERBS.every((verb) => mayPerform('admin', verb))).toBe(true);
  expect(VERBS.filter((verb) => mayPerform('support', verb)).toSorted()).toEqual([
    'alerts resolve',
    'alerts show',
    'audit list',
    'feedback answer',
    'feedback close',
    'feedback list',
    'feedback show',
    'flows resume',
    'mails resend',
    'order ask',
    'order cancel',
    'order find',
    'order story',
    'webhooks replay',
    'webhooks show',
  ]);
});

it('operator commands that only read are listed apart from those that change something', () => {
  expect(OPERATOR_READ_VERBS).toEqual([
    'order story',
    'order find',
    'alerts show',
    'webhooks show',
    'feedback list',
    'feedback show',
    'audit list',
  ]);
});

it('only the roles support and admin are recognised as operator roles', () => {
  expect(['support', 'admin', 'root', '', 'toString'].map(isOperatorRole)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

it('an audit record with an old command name counts as a record of the command’s present name', () => {
  expect(['webhooks replay', 'notifications replay', 'packs burn', 'toString'].map(verbOfRecord)).toEqual([
    'webhooks replay',
    'webhooks replay',
    null,
    null,
  ]);
});
