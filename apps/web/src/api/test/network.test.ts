import { findRecipient, readOrder, readServerTime } from '@jawhara/contract';
import type { DisplayId, OrderId } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { call } from '../call.ts';
import { answer, requestsTo, LOST, network, refuse } from './network.ts';

describe('the server of a test', () => {
  it('the test server answers, refuses and loses calls, and records their requests', async () => {
    network.use(answer(readServerTime, { ts: 7 }));
    expect(await call(readServerTime, {})).toEqual({ kind: 'ok', value: { ts: 7 } });
    network.use(answer(findRecipient, refuse('banned')));
    const typed = { displayId: '5048213' as DisplayId };
    expect(await call(findRecipient, typed)).toMatchObject({ kind: 'refused', refusal: 'banned' });
    network.use(answer(findRecipient, LOST));
    expect(await call(findRecipient, typed)).toEqual({ kind: 'failed', failure: 'no-response' });
    expect(requestsTo(findRecipient)).toEqual([
      { display_id: '5048213', source: '1' },
      { display_id: '5048213', source: '1' },
    ]);
  });

  it('the test server throws when a request breaks the contract', async () => {
    network.use(answer(readOrder, refuse('order-not-found')));
    expect(await call(readOrder, { orderId: 'no id' as OrderId })).toMatchObject({ refusal: 'malformed' });
  });

  it('the test server throws when a test lets it refuse a call with a refusal that the contract does not list', () => {
    expect(() => answer(readServerTime, refuse('banned'))).toThrow(/never refuses with banned/);
  });

  it('a call for which a test gave no answer fails without a response', async () => {
    expect(await call(readServerTime, {})).toEqual({ kind: 'failed', failure: 'no-response' });
  });
});
