import { takeHandOver } from '@jawhara/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOURA } from '../api/test/accounts.ts';
import { answer, requestsTo, LOST, network, refuse } from '../api/test/network.ts';
import { storedLogin } from '../browser/storage/login.ts';
import { storedPendingRequest } from '../browser/storage/purchase.ts';
import {
  receiveTransfer,
  restore,
  pathToTransfer,
  readPageInfo,
  safePath,
  storedToTransfer,
  writePageInfo,
} from './transferred-state.ts';
import { hashOf } from './transfer-code.ts';

const LED = { from: 'https://pay.example', consent: false };
const PENDING = { requestId: 'request', sentAtMs: 5 };

const hashWith = (carried: Parameters<typeof writePageInfo>[0]) =>
  hashOf({ pageInfo: writePageInfo(carried), code: 'sealed~challenge~signature', isPrompted: false });

const carrying = (at = '/pay-step?step=card') => {
  storedPendingRequest.write(PENDING);
  const hash = hashWith({ at, moves: 1, stored: storedToTransfer(localStorage) });
  localStorage.clear();
  return hash;
};

beforeEach(() => localStorage.clear());

describe('[APP-18 in part] a payer who arrives from another host', () => {
  it('a payer sent from another host continues at the same step with the same pending request', async () => {
    const hash = carrying();
    network.use(answer(takeHandOver, {}));
    expect(await receiveTransfer(hash, LED)).toBe('/pay-step?step=card');
    expect(storedPendingRequest.read()).toEqual(PENDING);
    expect(requestsTo(takeHandOver)).toMatchObject([
      { sealed: 'sealed', challenge: 'challenge', signature: 'signature', ...LED },
    ]);
  });

  it('a transfer code that the server refuses or cannot check transfers no data, and leads to /pay', async () => {
    for (const said of [refuse('hand-over-void'), LOST] as const) {
      const hash = carrying();
      network.use(answer(takeHandOver, said));
      expect(await receiveTransfer(hash, LED)).toBe('/pay');
      expect(storedPendingRequest.read()).toBeNull();
    }
  });

  it('a transfer address with missing or extra parts sends no request to the server', async () => {
    for (const hash of ['', '#', '#pageinfo=x', '#pageinfo=e30&handover=x', `${carrying()}&more=1`])
      expect(await receiveTransfer(hash, LED)).toBe('/pay');
    expect(requestsTo(takeHandOver)).toEqual([]);
  });

  it('a transfer link never leads to another site', async () => {
    for (const at of [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '',
    ]) {
      network.use(answer(takeHandOver, {}));
      const path = await receiveTransfer(carrying(at), LED);
      expect(new URL(path, 'https://pay2.example').origin).toBe('https://pay2.example');
    }
    expect(safePath('/pay?lan=en', 'https://pay2.example')).toBe('/pay?lan=en');
  });
});

describe('the data transferred to another host', () => {
  it('the data transferred to another host contains no login, session key or ticket', () => {
    storedLogin.write({ sessionKey: 'a'.repeat(64), account: NOURA, storedAtMs: 1 });
    localStorage.setItem('jawhara.login_ticket', '"ticket"');
    expect(storedToTransfer(localStorage)).toEqual({});
    expect(
      pathToTransfer({ pathname: '/pay', search: `?lan=en&session_key=${'a'.repeat(64)}&ticket=t` }),
    ).toBe('/pay?lan=en');
  });

  it('a transfer contains the last three recipients, and does not replace a recipient history on the new host', () => {
    localStorage.setItem('jawhara.recipient_history', JSON.stringify([1, 2, 3, 4]));
    const carried = storedToTransfer(localStorage);
    expect(carried).toEqual({ recipient_history: '[1,2,3]' });
    restore(carried, localStorage);
    expect(localStorage.getItem('jawhara.recipient_history')).toBe('[1,2,3,4]');
  });

  it('transferred data is read back unchanged, and unknown or oversized data is not stored', () => {
    const carried = { at: '/pay', moves: 2, stored: { recipient: '{"to_nickname":"نورة"}' } };
    expect(readPageInfo(writePageInfo(carried))).toEqual(carried);
    for (const text of ['', '%', 'e30', 'bnVsbA', btoa('[1]')]) expect(readPageInfo(text)).toBeNull();
    restore({ login: '{}', __proto__: 'x', recipient: 'x'.repeat(3_000) }, localStorage);
    expect(localStorage.length).toBe(0);
  });
});
