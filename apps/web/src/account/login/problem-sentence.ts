import { word } from '../../words/word.ts';
import type { LoginProblem } from './login-problem.ts';

type PlainKind = Exclude<LoginProblem['kind'], 'too-many' | 'said'>;

const SENTENCES: { readonly [Kind in PlainKind]: () => string } = {
  wrong: () => word('login.wrong'),
  late: () => word('login.timeout'),
  'request-late': () => word('login.requestTimeout'),
  'not-connected': () => word('net.notConnected'),
  failed: () => word('login.failed'),
  'unknown-person': () => word('login.21266'),
  'ended-elsewhere': () => word('login.loggedOut'),
  internal: () => word('net.internal'),
};

const MINUTE_S = 60;

/** Each failure in its own words (LGN-09). */
export function problemSentence(problem: LoginProblem): string {
  if (problem.kind === 'said') return problem.message;
  if (problem.kind !== 'too-many') return SENTENCES[problem.kind]();
  const n = Math.ceil(problem.waitS / MINUTE_S);
  return word('login.tooMany', { n });
}
