import type { SignedIn } from '@jawhara/contract';
import type { LoginGap } from '@jawhara/domain';
import type { CallAnswer } from '../../../api/call-answer.ts';
import type { LoginProblem } from '../problem-sentence.ts';

/** The credentials of a login attempt. */
export type Proof =
  | { readonly by: 'password'; readonly typedId: string; readonly password: string }
  | { readonly by: 'facebook'; readonly userId: string; readonly accessToken: string }
  | { readonly by: 'google'; readonly idToken: string };

type LoginStage =
  | { readonly at: 'typing' }
  | { readonly at: 'sending'; readonly proof: Proof }
  /** Pressed without a network: sent automatically when the network is back. */
  | { readonly at: 'offline'; readonly proof: Proof }
  | { readonly at: 'done' };

export interface LoginFormState {
  readonly typedId: string;
  readonly password: string;
  readonly gaps: readonly LoginGap[];
  readonly stage: LoginStage;
  readonly problem: LoginProblem | null;
}

export type LoginFormEvent =
  | { readonly type: 'typed-id'; readonly text: string }
  | { readonly type: 'typed-password'; readonly text: string }
  | { readonly type: 'pressed'; readonly isOnline: boolean }
  /** A sign-in provider has confirmed the visitor's identity. */
  | { readonly type: 'vouched'; readonly proof: Proof; readonly isOnline: boolean }
  | {
      readonly type: 'answered';
      readonly answer: CallAnswer<SignedIn>;
      readonly nowMs: number;
      readonly isOnline: boolean;
    }
  | { readonly type: 'threw' }
  | { readonly type: 'came-online' }
  /** `untilMs` identifies the wait that is over: a later refusal may have set a longer one. */
  | { readonly type: 'waited'; readonly untilMs: number }
  /** The session stored here was ended elsewhere. */
  | { readonly type: 'session-ended' };

export type LoginFormEffect =
  | { readonly do: 'send'; readonly proof: Proof }
  | { readonly do: 'focus'; readonly field: 'id' | 'password' }
  | { readonly do: 'finish'; readonly signedIn: SignedIn }
  | { readonly do: 'forget-login' }
  | { readonly do: 'report-throw' }
  | { readonly do: 'wait-until'; readonly untilMs: number };
