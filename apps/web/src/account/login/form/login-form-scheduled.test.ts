import type { RefusalKind, SignedIn } from '@jawhara/contract';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CallAnswer } from '../../../api/call-answer.ts';
import { NOURA } from '../../../api/test/accounts.ts';
import { callFates, lineScheduler, scheduledLine, type CallFate } from '../../../api/test/scheduled-line.ts';
import type { RunningMachine } from '../../../machine.ts';
import type { LoginFormEvent, LoginFormState } from './login-form.ts';
import { runLoginForm } from './run-login-form.ts';

type Form = RunningMachine<LoginFormState, LoginFormEvent>;

const SIGNED_IN: SignedIn = { sessionKey: 'a'.repeat(64), account: NOURA };
const refused = (refusal: RefusalKind, retryAfterS = 0): CallAnswer<SignedIn> => ({
  kind: 'refused',
  refusal,
  result: 1,
  message: 'no',
  retryAfterS,
});
const SAID = ['too-many', 'wrong', 'in', 'closed', 'too-many'] as const;

const ACTS = [
  'type id',
  'type password',
  'press',
  'press',
  'vouch',
  'vouch',
  'vouch',
  'go offline',
  'go online',
  'session ends',
] as const;
const PAYS_OFF: readonly Act[] = ['press', 'vouch'];
type Act = (typeof ACTS)[number];

interface Play {
  readonly acts: readonly { readonly after: number; readonly what: Act }[];
  readonly fates: readonly CallFate[];
  /** The server's answers, each with the seconds it asks the page to wait. */
  readonly said: readonly (readonly [number, number])[];
}

const plays: fc.Arbitrary<Play> = fc.record({
  acts: fc.array(fc.record({ after: fc.nat({ max: 3 }), what: fc.constantFrom(...ACTS) }), {
    maxLength: 16,
    size: 'max',
  }),
  fates: callFates,
  said: fc.array(fc.tuple(fc.nat({ max: 4 }), fc.integer({ min: 1, max: 9 })), { maxLength: 8, size: 'max' }),
});

async function play(scheduler: fc.Scheduler, { acts, fates, said }: Play): Promise<void> {
  const line = scheduledLine(scheduler, fates);
  const left = [...said];
  const faults: string[] = [];
  let [nowMs, sent, lost, presses, underWay, finished, signedIn] = [0, 0, 0, 0, 0, 0, 0];

  const serve = (): CallAnswer<SignedIn> => {
    const [nth, seconds] = left.shift() ?? [2, 1];
    switch (SAID[nth]) {
      case 'in':
        return { kind: 'ok', value: SIGNED_IN };
      case 'wrong':
        return refused('login-wrong');
      case 'closed':
        return refused('login-closed');
      default:
        return refused('too-many-tries', seconds);
    }
  };
  const form: Form = runLoginForm({
    async call(endpoint, _request, options) {
      sent += 1;
      underWay += 1;
      if (underWay > 1) faults.push('two sign-ins are under way at once');
      // The form sends a call again that was lost with the network; only such calls may exceed the presses.
      if (sent > presses + lost) faults.push('one press was sent twice');
      const answer = await line.send(endpoint.name, serve, options);
      underWay -= 1;
      if (answer.kind === 'ok') signedIn += 1;
      if (answer.kind === 'failed' && answer.failure === 'no-response' && !line.isOnline()) lost += 1;
      return answer as never;
    },
    nowMs: () => nowMs,
    isOnline: line.isOnline,
    async waitExactly(ms, signal) {
      const untilMs = nowMs + ms;
      // Five scheduler turns instead of one, because a wait lasts seconds: a sign-in may start and finish meanwhile.
      for (let i = 0; i < 5; i += 1) await line.wait(`${ms} ms are over`, signal);
      nowMs = Math.max(nowMs, untilMs);
    },
    focus: () => undefined,
    keepType: () => undefined,
    finish: () => void (finished += 1),
    forgetLogin: () => undefined,
    report: () => undefined,
  });
  let before = form.getState();
  form.subscribe(() => {
    const { problem } = before;
    before = form.getState();
    const isStillHeld = problem?.kind === 'too-many' && nowMs < problem.untilMs;
    if (isStillHeld && before.problem === null && before.stage.at === 'typing')
      faults.push('the wait for too many tries ended early');
  });
  const ACT: Record<Act, () => void> = {
    'type id': () => form.send({ type: 'typed-id', text: '5048213' }),
    'type password': () => form.send({ type: 'typed-password', text: 'secret' }),
    press: () => form.send({ type: 'pressed', isOnline: line.isOnline() }),
    vouch: () =>
      form.send({ type: 'vouched', proof: { by: 'google', idToken: 'a.b.c' }, isOnline: line.isOnline() }),
    'go offline': () => line.setOnline(false),
    'go online'() {
      line.setOnline(true);
      form.send({ type: 'came-online' });
    },
    'session ends': () => form.send({ type: 'session-ended' }),
  };

  for (const { after, what } of acts) {
    await line.run(after);
    line.log.push(what);
    if (PAYS_OFF.includes(what)) presses += 1;
    ACT[what]();
  }
  line.calmDown();
  ACT['go online']();
  await line.run(60);
  const { stage, problem } = form.getState();
  if (stage.at === 'sending' || stage.at === 'offline') faults.push(`${stage.at} for ever`);
  if (problem?.kind === 'too-many') faults.push('too many tries for ever');
  if (finished !== signedIn || finished > 0 !== (stage.at === 'done'))
    faults.push('signed in and not finished, or twice');
  form.stop();
  expect({ faults, log: faults.length === 0 ? [] : line.log }).toEqual({ faults: [], log: [] });
}

it('in random orders of events the login form sends each press once, observes its waiting time and reaches an end', async () => {
  await fc.assert(fc.asyncProperty(lineScheduler(), plays, play), { numRuns: 1_000 });
});
