import type { ClientFailure } from '@jawhara/contract';
import { isolatedLtr } from '../words/isolate.ts';
import { word } from '../words/word.ts';
import type { CallFailure } from './call-answer.ts';

const SENTENCES: { readonly [Failure in ClientFailure]: () => string } = {
  timeout: () => word('net.timeout'),
  'no-response': () => word('net.error'),
  'set-up-failure': () => word('net.setup'),
  // Its words come with the bridge: nobody else can fail at it.
  'bridge-failure': () => word('net.bridge'),
  'bridge-network': () => word('net.error'),
  'bridge-security': () => word('err.security'),
  aborted: () => word('net.aborted'),
};

/** A failure in the payer's words. The body of an HTTP failure is for the log, never for the screen. */
export function failureSentence(failure: CallFailure): string {
  if (typeof failure === 'string') return SENTENCES[failure]();
  return word('net.http', { code: isolatedLtr(String(failure.status)) });
}
