import { logInWithTicket, readSignedInAccount, readTicket, type SignedIn } from '@jawhara/contract';
import type { Call } from '../../../api/create-call.ts';
import type { HandedOver } from '../../../browser/handed-over.ts';
import { LOGIN_WAIT_MS, loginThrew } from '../form/run-login-form.ts';
import type { LoginProblem } from '../login-problem.ts';
import { runMachine, type RunningMachine } from '../run-machine.ts';
import { beginHandOver, handOver } from './hand-over.ts';
import type { HandOverEffect, HandOverEntry, HandOverEvent, HandOverState } from './hand-over-state.ts';

export interface HandOverWorld {
  readonly call: Call;
  readonly callAs: (sessionKey: string) => Call;
  readonly nowMs: () => number;
  readonly isInApp: () => Promise<boolean>;
  readonly rememberTicket: (ticket: string) => void;
  readonly finish: (signedIn: SignedIn) => void;
  readonly forgetLogin: () => void;
  readonly report: (fault: Error) => void;
  readonly tell: (problem: LoginProblem) => void;
}

const readOwner = ({ by, secret }: HandedOver, { call, callAs }: HandOverWorld, signal: AbortSignal) => {
  const options = { signal, timeoutMs: LOGIN_WAIT_MS };
  return by === 'ticket'
    ? call(readTicket, { ticket: secret }, options)
    : callAs(secret)(readSignedInAccount, {}, options);
};

type Asking = Extract<HandOverEffect, { do: 'read-owner' | 'use-ticket' }>;

async function ask(effect: Asking, world: HandOverWorld, signal: AbortSignal): Promise<HandOverEvent> {
  const { nowMs } = world;
  if (effect.do === 'read-owner') {
    const [answer, isInApp] = await Promise.all([readOwner(effect.handed, world, signal), world.isInApp()]);
    return { type: 'owner-read', answer, isInApp, nowMs: nowMs() };
  }
  const options = { signal, timeoutMs: LOGIN_WAIT_MS };
  const answer = await world.call(logInWithTicket, { ticket: effect.ticket }, options);
  return { type: 'answered', answer, nowMs: nowMs() };
}

export function runHandOver(
  entry: HandOverEntry,
  world: HandOverWorld,
): RunningMachine<HandOverState, HandOverEvent> {
  return runMachine<HandOverState, HandOverEvent, HandOverEffect>({
    begin: beginHandOver(entry),
    step: handOver,
    async run(effect, emit, signal) {
      switch (effect.do) {
        case 'read-owner':
        case 'use-ticket':
          return emit(await ask(effect, world, signal).catch((): HandOverEvent => ({ type: 'threw' })));
        case 'forget-login':
          return world.forgetLogin();
        case 'report-throw':
          return world.report(loginThrew());
        case 'remember-ticket':
          return world.rememberTicket(effect.ticket);
        case 'finish':
          return world.finish(effect.signedIn);
        case 'tell':
          return world.tell(effect.problem);
      }
    },
  });
}
