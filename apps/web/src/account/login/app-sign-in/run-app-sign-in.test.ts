import { readTicket } from '@jawhara/contract';
import { expect, it, vi } from 'vitest';
import { AMAL } from '../../../api/test/accounts.ts';
import type { Call } from '../../../api/create-call.ts';
import { runAppSignIn, type AppSignInDeps } from './run-app-sign-in.ts';

const ENTRY = { credentials: { by: 'ticket', secret: 'ticket-1' }, current: null, lastTicket: null } as const;

function deps(call: Call): AppSignInDeps {
  return {
    call,
    callAs: () => call,
    nowMs: () => 0,
    isInApp: async () => false,
    rememberTicket: vi.fn<(ticket: string) => void>(),
    finish: () => undefined,
    forgetLogin: () => undefined,
    report: vi.fn<(fault: Error) => void>(),
    tell: vi.fn<AppSignInDeps['tell']>(),
  };
}

const thrown = () => Promise.reject(new Error('ticket-1 was thrown'));

it('[NET-03] a ticket login that throws is -9999: the question closes, the fault is told without the ticket', async () => {
  const readsOnly = ((endpoint: { name: string }) =>
    endpoint.name === readTicket.name ? Promise.resolve({ kind: 'ok', value: AMAL }) : thrown()) as Call;
  const provided = deps(readsOnly);
  const machine = runAppSignIn(ENTRY, provided);
  await vi.waitFor(() => expect(machine.getState().at).toBe('asking'));
  machine.send({ type: 'said-yes' });
  await vi.waitFor(() => expect(machine.getState().at).toBe('over'));
  expect(provided.report).toHaveBeenCalledExactlyOnceWith(new Error('login: -9999'));
  expect(provided.tell).toHaveBeenCalledExactlyOnceWith({ kind: 'internal' });
  expect(provided.rememberTicket).not.toHaveBeenCalled();
});

it('so is one that throws while its owner is looked up', async () => {
  const provided = deps(thrown);
  const machine = runAppSignIn(ENTRY, provided);
  await vi.waitFor(() => expect(machine.getState().at).toBe('over'));
  expect(provided.report).toHaveBeenCalledExactlyOnceWith(new Error('login: -9999'));
});
