import { describe, expect, it } from 'vitest';
import { purchase } from './purchase.ts';
import { E, FRESH, names, opened, ORDER, S } from './test/purchase-samples.ts';

describe('a page that was closed while it sent an order', () => {
  it('a page reopened with an unanswered order request looks for its order and does not show the card form', () => {
    const entry = { ...FRESH, pendingRequestId: 'request-1' };
    const [state, ...effects] = opened(entry);
    expect(state).toEqual({ at: 'finding', requestId: 'request-1', tries: 1 });
    expect(effects).toEqual([{ do: 'resolve-request', requestId: 'request-1', afterMs: 0 }]);
    const found = purchase(state, E('request-resolved'));
    expect(found[0]).toEqual({ at: 'opening', orderId: ORDER, tries: 0 });
    expect(names(found)).toEqual(['remember-order', 'read-order']);
  });

  it('when the server has closed a request without an order, the payer is shown that nothing was sent', () => {
    const next = purchase(S('finding'), { type: 'request-resolved', orderId: null });
    expect(next[0]).toEqual({ at: 'stopped', problem: { kind: 'nothing-sent' } });
    expect(names(next)).toEqual(['forget-request']);
  });

  it('looking up an unanswered order request is repeated with longer waits, and then the result counts as unknown', () => {
    const waits: number[] = [];
    let next = opened({ ...FRESH, pendingRequestId: 'request-1' });
    while (next[0].at === 'finding') {
      for (const effect of next.slice(1)) if ('afterMs' in effect) waits.push(effect.afterMs);
      next = purchase(next[0], E('resolve-lost'));
    }
    expect(waits).toEqual([0, 1000, 2000, 4000, 8000]);
    expect(next).toEqual([{ at: 'unsure', requestId: 'request-1' }]);
    expect(names(purchase(next[0], E('check-again')))).toEqual(['resolve-request']);
  });
});
