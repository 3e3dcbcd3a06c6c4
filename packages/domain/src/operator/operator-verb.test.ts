import { expect, it } from 'vitest';
import {
  isOperatorRole,
  mayPerform,
  OPERATOR_READ_VERBS,
  OPERATOR_VERBS,
  type OperatorVerb,
} from './operator-verb.ts';

const VERBS = Object.keys(OPERATOR_VERBS) as OperatorVerb[];

it('an administrator may perform every verb, support only what moves nothing of value', () => {
  expect(VERBS.every((verb) => mayPerform('admin', verb))).toBe(true);
  expect(VERBS.filter((verb) => mayPerform('support', verb)).toSorted()).toEqual([
    'alerts resolve',
    'audit list',
    'feedback answer',
    'feedback close',
    'feedback list',
    'feedback show',
    'flows resume',
    'notifications replay',
    'order ask',
    'order cancel',
    'order story',
  ]);
});

it('reads are listed apart from changes', () => {
  expect(OPERATOR_READ_VERBS).toEqual(['order story', 'feedback list', 'feedback show', 'audit list']);
});

it('recognises its roles and no others', () => {
  expect(['support', 'admin', 'root', '', 'toString'].map(isOperatorRole)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
