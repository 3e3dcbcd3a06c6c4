import { describe, expect, it } from 'vitest';
import { json, ORDER, providerAnswering } from './test/provider-answering.ts';

describe('looking up an order', () => {
  const payment = (id: string, status: string, requested_on: string) => ({
    id,
    status,
    amount: 999,
    currency: 'USD',
    requested_on,
  });
  /** A provider that finds these payments of an order, and these actions of any payment. */
  const answering = (data: object[], actions: Response | object[] = []) =>
    providerAnswering(({ url }) => {
      if (!url.endsWith('/actions')) return json(200, { data });
      return actions instanceof Response ? actions : json(200, actions);
    });
  const lookUp = (...data: object[]) => answering(data).provider.lookUp(ORDER, null);

  it('a look-up of an order with several payments returns the captured one', async () => {
    const step = await lookUp(
      payment('pay_3', 'Pending', '2026-01-03T00:00:00Z'),
      payment('pay_2', 'Captured', '2026-01-02T00:00:00Z'),
      payment('pay_1', 'Declined', '2026-01-04T00:00:00Z'),
    );
    expect(step).toMatchObject({ kind: 'paid', providerPaymentId: 'pay_2' });
  });

  it('a look-up without a captured payment returns the newest open one, whatever the order of the list', async () => {
    const step = await lookUp(
      payment('pay_1', 'Pending', '2026-01-01T00:00:00Z'),
      payment('pay_3', 'Declined', '2026-01-03T00:00:00Z'),
      payment('pay_2', 'Pending', '2026-01-02T00:00:00Z'),
    );
    expect(step).toEqual({ kind: 'pending', providerPaymentId: 'pay_2' });
  });

  it('a look-up where all payments were declined returns the newest decline', async () => {
    const step = await lookUp(
      { ...payment('pay_1', 'Declined', '2026-01-01T00:00:00Z'), response_code: '20051' },
      { ...payment('pay_2', 'Declined', '2026-01-02T00:00:00Z'), response_code: '20054' },
    );
    expect(step).toMatchObject({
      kind: 'refused',
      providerPaymentId: 'pay_2',
      outcome: 'expire',
      code: '20054',
    });
  });

  it('when the provider does not know the payment id, the payment is looked up by our order reference', async () => {
    const { provider, sent } = providerAnswering(({ url }) =>
      url.includes('reference=')
        ? json(200, { data: [payment('pay_9', 'Captured', '')] })
        : url.endsWith('/actions')
          ? json(200, [])
          : new Response(null, { status: 404 }),
    );
    expect(await provider.lookUp(ORDER, 'pay_gone')).toMatchObject({
      kind: 'paid',
      providerPaymentId: 'pay_9',
    });
    const paths = sent.map(({ url }) => new URL(url).pathname);
    expect(paths).toEqual(['/payments/pay_gone', '/payments', '/payments/pay_9/actions']);
  });

  it('[ORD-16] a refunded payment is looked up as paid, unless another payment is still open', async () => {
    const gone = payment('pay_1', 'Refunded', '2026-01-01T00:00:00Z');
    const declined = payment('pay_2', 'Declined', '2026-01-02T00:00:00Z');
    const open = payment('pay_3', 'Pending', '2026-01-01T00:00:00Z');
    expect(await lookUp(gone, declined)).toMatchObject({ kind: 'paid', providerPaymentId: 'pay_1' });
    expect(await lookUp(gone, declined, open)).toMatchObject({ kind: 'pending', providerPaymentId: 'pay_3' });
    const capturedPayment = payment('pay_4', 'Captured', '2026-01-01T00:00:00Z');
    expect(await lookUp(open, gone, capturedPayment)).toMatchObject({
      kind: 'paid',
      providerPaymentId: 'pay_4',
    });
  });

  const action = (id: string, type: string, approved?: boolean, amount = 999) => ({
    id,
    type,
    amount,
    processed_on: '2026-01-01T00:00:00Z',
    ...(approved === undefined ? {} : { approved }),
  });
  const returnsOf = async (status: string, ...actions: object[]) => {
    const found = await answering([payment('pay_1', status, '')], actions).provider.lookUp(ORDER, null);
    return found.kind === 'paid' ? found.returns : found;
  };
  const returnFields = { providerPaymentId: 'pay_1', fee: null };
  const reversal = { ...returnFields, how: 'reversal' };
  const whole = { currency: 'USD', minorUnits: 999 };

  it('[ORD-16] refunds are looked up one by one, each as announced, taken or given back', async () => {
    const refund = { ...returnFields, how: 'refund' };
    expect(
      await returnsOf(
        'Partially Refunded',
        action('act_5', 'Refund', undefined, 1),
        action('act_4', 'Refund', false, 2),
        action('act_3', 'Refund', true, 400),
        action('act_2', 'Capture', true),
        action('act_1', 'Authorization', true),
      ),
    ).toEqual([
      { ...refund, returnId: 'act_5', stage: 'announced', money: { currency: 'USD', minorUnits: 1 } },
      { ...refund, returnId: 'act_4', stage: 'given-back', money: { currency: 'USD', minorUnits: 2 } },
      { ...refund, returnId: 'act_3', stage: 'taken', money: { currency: 'USD', minorUnits: 400 } },
    ]);
  });

  it('[ORD-16] a voided or uncaptured authorisation is looked up as one reversal', async () => {
    const letGo = [{ ...reversal, returnId: 'pay_1', stage: 'taken', money: null }];
    const [failed, voided] = [action('act_2', 'Capture', false), action('act_3', 'Void', true)];
    expect(await returnsOf('Voided', voided)).toEqual(letGo);
    expect(await returnsOf('Voided', voided, action('act_1', 'Authorization', true))).toEqual(letGo);
    expect(await returnsOf('Authorized', failed)).toEqual(letGo);
    expect(await returnsOf('Voided', voided, failed)).toEqual(letGo);
    expect(await returnsOf('Captured', action('act_4', 'Capture', true), failed)).toEqual([
      { ...reversal, returnId: 'pay_1', stage: 'given-back', money: null },
    ]);
    expect(
      await returnsOf('Captured', action('act_3', 'Void', false), action('act_2', 'Capture', true)),
    ).toEqual([]);
  });

  it('[ORD-16] a payment with an approved Return action is looked up with a reversal under this action’s id', async () => {
    expect(
      await returnsOf('Captured', action('act_3', 'Return', true), action('act_4', 'Return', false)),
    ).toEqual([{ ...reversal, returnId: 'act_3', stage: 'taken', money: whole }]);
  });

  it.each([
    ['429', new Response(null, { status: 429 })],
    ['nonsense', new Response('{}')],
  ])(
    '[ORD-16] while a payment’s actions answer %s, a captured one is paid, a refunded or voided one has an unknown result',
    async (_what, life) => {
      const on = (status: string) =>
        answering([payment('pay_1', status, '')], life.clone()).provider.lookUp(ORDER, null);
      const paid = await on('Captured');
      expect(paid).toMatchObject({ kind: 'paid' });
      expect(paid).not.toHaveProperty('returns');
      for (const status of ['Refunded', 'Partially Refunded', 'Voided'])
        expect((await on(status)).kind).toBe('unknown');
    },
  );
});
