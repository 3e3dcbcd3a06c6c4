import { describe, expect, it } from 'vitest';
import { INTENT, json, NOW, ORDER, page, stripeAnswering, type Answers } from './test/stripe-answering.ts';

const OTHER = { ...INTENT, id: 'pi_other', metadata: {} };
const FAILED = {
  ...INTENT,
  id: 'pi_failed',
  status: 'requires_payment_method',
  last_payment_error: {},
  created: 1,
};
const OPEN = { ...INTENT, id: 'pi_open', status: 'processing', created: 2 };

interface Books {
  readonly searched?: readonly object[];
  readonly listed?: Answers;
  readonly refunds?: () => Response;
}

const answering = ({ searched = [], listed = () => page([]), refunds = () => page([]) }: Books) =>
  stripeAnswering((sent) => {
    if (sent.path.endsWith('/search')) return page(searched);
    if (sent.path.endsWith('/refunds')) return refunds();
    return sent.path.endsWith('/payment_intents') ? listed(sent) : json(INTENT);
  });

describe('looking up an order without a payment id', () => {
  it('a look-up returns "no payment" when neither the search nor the recent list has the order', async () => {
    const { provider, sent } = answering({ listed: () => page([OTHER]) });
    expect(await provider.lookUp(ORDER, null)).toEqual({ kind: 'none' });
    expect(sent[0]?.query.get('query')).toBe(`metadata['order_id']:'${ORDER}'`);
    const since = Number(sent[1]?.query.get('created[gte]')) * 1000;
    expect(NOW.getTime() - since).toBeGreaterThan(60 * 60_000);
  });

  it('a look-up finds an order on the second page of the list, and has an unknown result after thirty pages without the order', async () => {
    const second = answering({
      listed: ({ query }) =>
        query.get('starting_after') === 'pi_other' ? page([INTENT]) : page([OTHER], true),
    });
    expect(await second.provider.lookUp(ORDER, null)).toMatchObject({
      kind: 'paid',
      providerPaymentId: 'pi_1',
    });
    const endless = answering({ listed: () => page([OTHER], true) });
    expect(await endless.provider.lookUp(ORDER, null)).toMatchObject({ kind: 'unknown' });
    expect(endless.sent).toHaveLength(31);
  });

  it('a look-up with several payments returns a paid one first, then an open one, then a refused one', async () => {
    const found = async (searched: readonly object[], listed: readonly object[]) =>
      answering({ searched, listed: () => page(listed) }).provider.lookUp(ORDER, null);
    expect(await found([FAILED], [FAILED, OPEN])).toMatchObject({
      kind: 'pending',
      providerPaymentId: 'pi_open',
    });
    expect(await found([FAILED], [OPEN, INTENT])).toMatchObject({ kind: 'paid' });
    expect(await found([INTENT], [])).toMatchObject({ kind: 'paid' });
    expect(await found([FAILED], [])).toMatchObject({ kind: 'refused', providerPaymentId: 'pi_failed' });
  });

  it.each(['/search', '/payment_intents', '/refunds'])(
    'a look-up has an unknown result while Stripe’s %s does not answer',
    async (path) => {
      const { provider } = stripeAnswering((sent) => {
        if (sent.path.endsWith(path)) return json({ error: {} }, 503);
        return sent.path.endsWith('/search') ? page([]) : page([INTENT]);
      });
      expect(await provider.lookUp(ORDER, null)).toEqual({ kind: 'unknown', why: 'http 503' });
    },
  );
});

describe('looking up a payment by its id', () => {
  it('a payment looked up by its id is returned with its refunds', async () => {
    const refund = { id: 're_1', amount: 400, currency: 'usd', status: 'succeeded', payment_intent: 'pi_1' };
    const { provider } = answering({ refunds: () => page([refund]) });
    expect(await provider.lookUp(ORDER, 'pi_1')).toMatchObject({
      kind: 'paid',
      returns: [{ returnId: 're_1', stage: 'taken', money: { currency: 'USD', minorUnits: 400 } }],
    });
  });

  it('a payment whose refunds cannot be read is looked up with an unknown result', async () => {
    const { provider } = answering({ refunds: () => page([{ id: 're_1' }]) });
    expect(await provider.lookUp(ORDER, 'pi_1')).toMatchObject({ kind: 'unknown' });
  });

  it('a payment id that Stripe does not know is looked up by the order instead', async () => {
    const { provider } = stripeAnswering((sent) =>
      sent.path.endsWith('/pi_gone') ? json({ error: { code: 'resource_missing' } }, 404) : page([]),
    );
    expect(await provider.lookUp(ORDER, 'pi_gone')).toEqual({ kind: 'none' });
  });
});
