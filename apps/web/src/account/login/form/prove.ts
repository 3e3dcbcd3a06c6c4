import { logInWithFacebook, logInWithGoogle, logInWithPassword, type SignedIn } from '@jawhara/contract';
import type { CallAnswer } from '../../../api/call-answer.ts';
import type { Call, CallOptions } from '../../../api/create-call.ts';
import type { Proof } from './login-form-state.ts';

/** Takes a proof to the call it is for. */
export function prove(call: Call, proof: Proof, options: CallOptions): Promise<CallAnswer<SignedIn>> {
  switch (proof.by) {
    case 'password':
      return call(logInWithPassword, proof, options);
    case 'facebook':
      return call(logInWithFacebook, proof, options);
    default:
      return call(logInWithGoogle, proof, options);
  }
}
