import { checkDomainPayable, type DomainStanding } from '@jawhara/contract';
import { GENERIC_WALLET } from '@jawhara/domain';
import { useEffect } from 'react';
import { useQuery, type QueryState } from '../../../api/query-cache.ts';
import { call } from '../../../api/call.ts';
import { track } from '../../../browser/event-queue.ts';
import { grayValue } from '../../../browser/ids.ts';
import { hasApplePay } from '../../../browser/browser-facts.ts';
import { storedLogin } from '../../../browser/storage/login.ts';
import { useStored } from '../../../browser/storage/use-stored.ts';

/** Whether the wallet can pay here, and otherwise the reason. */
export type WalletStanding = 'payable' | 'not-in-this-browser' | 'not-on-this-page' | 'unstable';

const FRESH_MS = 10 * 60_000;

/** The browser is checked first: if it has no wallet, the server cannot help. */
function standingOf(isHere: boolean, { value, problem }: QueryState<DomainStanding>): WalletStanding | null {
  if (!isHere) return 'not-in-this-browser';
  if (value !== null) return value.isPayable ? 'payable' : 'not-on-this-page';
  // Refused or no answer: whether the wallet can pay is unknown, and the next request may succeed.
  return problem === null ? null : 'unstable';
}

function report(message: string): void {
  track(new ErrorEvent('error', { message }));
}

interface WalletHere {
  /** Null while it is being checked. */
  readonly standing: WalletStanding | null;
  readonly domain: DomainStanding | null;
}

/** Whether a wallet's sheet may be opened on this page; requested once and shared. */
export function useWalletStanding(): WalletHere {
  const isHere = hasApplePay();
  const accountId = useStored(storedLogin)?.account.accountId ?? null;
  const question = { payType: GENERIC_WALLET, domain: globalThis.location?.host ?? '', accountId };
  const answer = useQuery<DomainStanding>(
    isHere ? `wallet ${accountId ?? 'of a visitor'}` : null,
    () => call(checkDomainPayable, { ...question, grayValue: grayValue() }),
    FRESH_MS,
  );
  const standing = standingOf(isHere, answer);
  const unknownCode = answer.value?.unknownCode ?? null;
  useEffect(() => {
    if (standing === 'unstable') report('the wallet could not be looked for');
  }, [standing]);
  useEffect(() => {
    if (unknownCode !== null) report(`no wallet of ours: ${unknownCode}`);
  }, [unknownCode]);
  return { standing, domain: answer.value };
}
