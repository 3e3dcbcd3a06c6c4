import type { AccountId } from '@jawhara/domain';
import { lazy } from 'react';
import type { CallAnswer } from '../api/call-answer.ts';
import type { Barred } from './refusal-parts.ts';

const fetchRefusalParts = () => import('./refusal-parts.ts');

/** Explains why an id cannot be used. Loaded on demand, because a valid id never needs it. */
export const LookUpProblem = lazy(async () => ({ default: (await fetchRefusalParts()).LookUpProblem }));

export async function askBarred(accountIds: readonly AccountId[]): Promise<CallAnswer<Barred>> {
  return (await fetchRefusalParts()).askBarred(accountIds);
}
