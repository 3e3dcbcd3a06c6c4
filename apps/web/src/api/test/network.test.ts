import { findRecipient, readOrder, readServerTime } from '@jawhara/contract';
import type { DisplayId, OrderId } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { call } from '../call.ts';
import { answer, requestsTo, LOST, network, refuse } from './network.ts';

describe('the server of a test', () => {
  it('answers, refuses and loses as a real one, and tells what it was asked', async () => {
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

  it('takes no question that the contract does not know', async () => {
    network.use(answer(readOrder, refuse('order-not-found')));
    expect(await call(readOrder, { orderId: 'no id' as OrderId })).toMatchObject({ refusal: 'malformed' });
  });

  it('cannot refuse what the contract does not let the call refuse', () => {
    expect(() => answer(readServerTime, refuse('banned'))).toThrow(/never refuses with banned/);
  });

  it('a request without an answer is lost', async () => {
    expect(await call(readServerTime, {})).toEqual({ kind: 'failed', failure: 'no-response' });
  });
});
