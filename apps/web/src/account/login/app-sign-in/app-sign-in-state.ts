import type { AccountFace, SignedIn } from '@jawhara/contract';
import type { CallAnswer } from '../../../api/call-answer.ts';
import type { LinkCredentials } from '../../../browser/link-credentials.ts';
import type { LoginProblem } from '../problem-sentence.ts';

export interface AppSignInEntry {
  readonly credentials: LinkCredentials;
  /** Who is signed in here, and with which key. */
  readonly current: SignedIn | null;
  readonly lastTicket: string | null;
}

interface Known {
  readonly credentials: LinkCredentials;
  readonly current: AccountFace | null;
  readonly owner: AccountFace;
}

export type AppSignInState =
  | { readonly at: 'reading'; readonly credentials: LinkCredentials; readonly current: AccountFace | null }
  | ({ readonly at: 'asking' } & Known)
  | ({ readonly at: 'signing-in' } & Known)
  | { readonly at: 'over' };

export type AppSignInEvent =
  | {
      readonly type: 'owner-read';
      readonly answer: CallAnswer<AccountFace>;
      /** The page runs inside the host app, which opened it. */
      readonly isInApp: boolean;
      readonly nowMs: number;
    }
  | { readonly type: 'said-yes' }
  | { readonly type: 'said-no' }
  | { readonly type: 'answered'; readonly answer: CallAnswer<SignedIn>; readonly nowMs: number }
  /** A call of the hand-over threw instead of failing. */
  | { readonly type: 'threw' };

export type AppSignInEffect =
  | { readonly do: 'read-owner'; readonly credentials: LinkCredentials }
  | { readonly do: 'use-ticket'; readonly ticket: string }
  | { readonly do: 'remember-ticket'; readonly ticket: string }
  | { readonly do: 'finish'; readonly signedIn: SignedIn }
  | { readonly do: 'forget-login' }
  | { readonly do: 'report-throw' }
  | { readonly do: 'tell'; readonly problem: LoginProblem };
