import { checkDomainPayable } from '@jawhara/contract';
import { GENERIC_WALLET } from '@jawhara/domain';
import type { Call } from '../../api/create-call.ts';

/** What stands between a visitor and the wallet; nothing where it is payable. */
export type WalletStanding = 'payable' | 'not-in-this-browser' | 'not-on-this-page' | 'unstable';

export interface WalletWorld {
  readonly call: Call;
  readonly hasWallet: () => boolean;
  readonly host: string;
}

/** The browser is asked first: where it has no wallet, no server can help. */
export async function lookForWallet({ call, hasWallet, host }: WalletWorld): Promise<WalletStanding> {
  if (!hasWallet()) return 'not-in-this-browser';
  const answer = await call(checkDomainPayable, { payType: GENERIC_WALLET, domain: host });
  // Refused or not answered at all: either way nobody knows whether it would pay, and the next look may.
  if (answer.kind !== 'ok') return 'unstable';
  return answer.value.isPayable ? 'payable' : 'not-on-this-page';
}
