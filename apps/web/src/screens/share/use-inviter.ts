import { findRecipient } from '@jawhara/contract';
import { isSameDisplayId, readDisplayId, type DisplayId, type Recipient } from '@jawhara/domain';
import type { CallAnswer } from '../../api/call-answer.ts';
import { call } from '../../api/call.ts';
import { useQuery } from '../../api/query-cache.ts';
import { readUrlParameters } from '../../browser/link.ts';
import { useIsInBrowser } from '../../browser/storage/use-stored.ts';

export type Inviter =
  | { readonly kind: 'loading' }
  | { readonly kind: 'known'; readonly recipient: Recipient }
  /** The link names no account, or the account cannot be looked up now: still an invitation. */
  | { readonly kind: 'unnamed' }
  /** The link names an account that does not exist. */
  | { readonly kind: 'invalid' };

const FRESH_MS = 10 * 60_000;

/** An account with another id is not the inviter, even if the server found one. */
async function ask(displayId: DisplayId): Promise<CallAnswer<Recipient>> {
  const answer = await call(findRecipient, { displayId });
  if (answer.kind !== 'ok' || isSameDisplayId(displayId, answer.value.displayId)) return answer;
  return { kind: 'refused', refusal: 'not-found', result: 0, message: '' };
}

/** `info` of the link is the id of its sender. */
export function useInviter(): Inviter {
  const isInBrowser = useIsInBrowser();
  const reading = readDisplayId((isInBrowser ? readUrlParameters(location).info : null) ?? '');
  const id = reading.kind === 'read' ? reading.displayId : null;
  const { value, problem } = useQuery<Recipient>(
    id === null ? null : `inviter:${id}`,
    () => ask(id as DisplayId),
    FRESH_MS,
  );
  if (!isInBrowser) return { kind: 'loading' };
  if (id === null) return { kind: reading.kind === 'empty' ? 'unnamed' : 'invalid' };
  if (value !== null) return { kind: 'known', recipient: value };
  if (problem === null) return { kind: 'loading' };
  const isNobody = problem.kind === 'refused' && problem.refusal === 'not-found';
  return { kind: isNobody ? 'invalid' : 'unnamed' };
}
