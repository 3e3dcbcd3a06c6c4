import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { BookRow } from '../control.ts';
import { createSandbox, type Sandbox } from '../server.ts';

const KEYS = { secretKey: 'sk_sbox_secret', publicKey: 'pk_sbox_public', webhookKey: 'webhook-key' };

interface Event {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Body {
  readonly id: string;
  readonly token: string;
  readonly returnId: string;
  readonly disputeId: string;
  readonly wrong: readonly string[];
  readonly payments: readonly BookRow[];
}

let sandbox: Sandbox;
let hook: Server;
const events: Event[] = [];

beforeAll(async () => {
  hook = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      events.push(JSON.parse(body) as Event);
      response.end();
    });
  });
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  const webhookUrl = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`;
  sandbox = await createSandbox({ port: 0, providers: { 'checkout-com': { ...KEYS, webhookUrl } } });
});
afterAll(async () => {
  await sandbox.close();
  hook.closeAllConnections();
  hook.close();
});
afterEach(async () => {
  await ask('POST', '/_control/checkout-com/reset', {});
  events.length = 0;
});

async function ask(
  method: string,
  path: string,
  body?: object,
): Promise<{ readonly status: number; readonly body: Body }> {
  const answer = await fetch(`${sandbox.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${KEYS.secretKey}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Body };
}

async function paid(scenario = 'approve', more: object = {}): Promise<string> {
  const { token } = (await ask('POST', '/_control/tokens', { scenario })).body;
  const source = { type: 'token', token };
  const order = { source, amount: 999, currency: 'USD', reference: 'order-1', ...more };
  return (await ask('POST', '/payments', order)).body.id;
}

const control = (path: string, body: object) => ask('POST', `/_control/checkout-com/${path}`, body);

async function row(id: string): Promise<BookRow | undefined> {
  const { body } = await ask('GET', '/_control/checkout-com/books');
  return body.payments.find((payment) => payment.id === id);
}

const waitForWebhooks = (...types: string[]) =>
  vi.waitFor(
    () => {
      for (const type of types) expect(events.map((event) => event.type)).toContain(type);
    },
    { timeout: 60_000 },
  );

describe('a sandbox refund', () => {
  it('a refund control without an amount refunds all that is left, and one above what is left is refused', async () => {
    const paymentId = await paid();
    const { returnId } = (await control('refund', { paymentId, amountMinorUnits: 400 })).body;
    expect(returnId).toMatch(/^act_/);
    expect(await row(paymentId)).toMatchObject({ refunded: 400, status: 'Partially Refunded' });
    expect((await control('refund', { paymentId, amountMinorUnits: 600 })).status).toBe(400);
    expect((await control('refund', { paymentId, amountMinorUnits: '1' })).body.wrong).toEqual([
      'amountMinorUnits',
    ]);
    await control('refund', { paymentId });
    expect(await row(paymentId)).toMatchObject({ refunded: 999, status: 'Refunded' });
    expect((await control('refund', { paymentId })).status).toBe(400);
    expect((await control('refund', { paymentId: 'pay_none' })).body.wrong).toEqual(['paymentId']);
    await vi.waitFor(
      () => {
        const refunds = events.filter(({ type }) => type === 'payment_refunded');
        expect(refunds.map(({ data }) => data['amount'])).toEqual(expect.arrayContaining([400, 599]));
      },
      { timeout: 60_000 },
    );
  });

  it('when a refund fails, the shop has the money again, and the payment’s actions show the failed refund', async () => {
    const paymentId = await paid();
    const { returnId } = (await control('refund', { paymentId })).body;
    expect((await control('refund-fails', { returnId })).status).toBe(200);
    expect((await control('refund-fails', { returnId })).status).toBe(400);
    expect(await row(paymentId)).toMatchObject({ refunded: 0, status: 'Captured' });
    await waitForWebhooks('payment_refund_declined');
    const { body: actions } = await ask('GET', `/payments/${paymentId}/actions`);
    expect(actions).toEqual([
      {
        id: returnId,
        type: 'Refund',
        processed_on: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        amount: 999,
        approved: false,
        response_code: '50012',
        response_summary: 'Declined',
        reference: 'order-1',
      },
      expect.objectContaining({ type: 'Capture', approved: true, response_summary: 'Approved' }),
      expect.objectContaining({ type: 'Authorization', approved: true, response_code: '10000' }),
    ]);
  });

  it('a refund is reported by webhook even with the test card whose payment sends none', async () => {
    await ask('POST', '/_control/api', { settleAfterMs: 0 });
    const paymentId = await paid('webhook-never');
    await vi.waitFor(async () => expect(await row(paymentId)).toMatchObject({ captured: 999 }), {
      timeout: 60_000,
    });
    await control('refund', { paymentId });
    await waitForWebhooks('payment_refunded');
    expect(events).toHaveLength(1);
  });
});

describe('a sandbox dispute', () => {
  it('a dispute takes the money when it is opened and returns it when the shop wins', async () => {
    const paymentId = await paid();
    const { disputeId } = (await control('dispute', { paymentId, stage: 'opened' })).body;
    expect(disputeId).toMatch(/^dsp_/);
    expect(await row(paymentId)).toMatchObject({
      captured: 999,
      disputed: 999,
      disputes: [{ id: disputeId, amount: 999, currency: 'USD', stage: 'opened', isGone: true }],
    });
    await waitForWebhooks('dispute_received', 'dispute_evidence_required');
    expect((await control('dispute', { paymentId, stage: 'won' })).body.disputeId).toBe(disputeId);
    expect(await row(paymentId)).toMatchObject({ disputed: 0, disputes: [{ stage: 'won', isGone: false }] });
    await waitForWebhooks('dispute_won');
    for (const { type, data } of events.filter((event) => event.type.startsWith('dispute_')))
      expect([type, data]).toEqual([
        type,
        expect.objectContaining({
          id: disputeId,
          payment_id: paymentId,
          payment_reference: 'order-1',
          amount: 999,
          currency: 'USD',
        }),
      ]);
  });

  it('the sandbox refuses a dispute stage that cannot follow the present one', async () => {
    const paymentId = await paid();
    const stages = async (...stageNames: string[]): Promise<number[]> => {
      const statuses: number[] = [];
      for (const stage of stageNames) statuses.push((await control('dispute', { paymentId, stage })).status);
      return statuses;
    };
    expect(await stages('won', 'nonsense', 'opened')).toEqual([400, 400, 200]);
    expect(await stages('given-back-again', 'lost', 'won', 'taken-again', 'lost-for-good')).toEqual([
      400, 200, 400, 400, 200,
    ]);
    expect((await control('dispute', { paymentId, stage: 'won', disputeId: 'dsp_none' })).body.wrong).toEqual(
      ['disputeId'],
    );
    const declined = await paid('insufficient-funds');
    expect((await control('dispute', { paymentId: declined, stage: 'opened' })).body.wrong).toEqual([
      'paymentId',
    ]);
  });

  it('the books count a dispute in its own currency, not in the payment’s', async () => {
    const paymentId = await paid();
    const opened = { paymentId, stage: 'opened' };
    await control('dispute', { ...opened, amountMinorUnits: 300 });
    await control('dispute', { ...opened, amountMinorUnits: 3_746, currency: 'SAR' });
    expect(await row(paymentId)).toMatchObject({ disputed: 300 });
    const { body } = await ask('GET', '/_control/books');
    expect(body).toMatchObject({
      totals: { captured: 999, refunded: 0, disputed: 300, net: 699 },
      currencies: {
        USD: { captured: 999, refunded: 0, disputed: 300, net: 699 },
        SAR: { captured: 0, refunded: 0, disputed: 3_746, net: -3_746 },
      },
    });
  });
});

it('a Checkout.com payment whose capture fails is shown as authorised, and can be voided', async () => {
  const paymentId = await paid();
  expect((await control('capture-fails', { paymentId })).status).toBe(200);
  expect((await control('capture-fails', { paymentId })).status).toBe(400);
  expect(await row(paymentId)).toMatchObject({ captured: 0, status: 'Authorized' });
  await waitForWebhooks('payment_capture_declined');
  expect((await ask('POST', `/payments/${paymentId}/voids`, {})).status).toBe(202);
  await waitForWebhooks('payment_voided');
});

describe('a provider that refuses requests', () => {
  const read = () => ask('GET', '/payments?reference=order-1');

  it('with a revoked API key a provider refuses every request until the key is valid again', async () => {
    await ask('POST', '/_control/api', { provider: 'checkout-com', revokedKey: true });
    expect((await read()).status).toBe(401);
    expect((await ask('DELETE', '/instruments/src_1')).status).toBe(401);
    await ask('POST', '/_control/api', { revokedKey: false });
    expect((await read()).status).toBe(200);
  });

  it('a provider set to too many requests answers some requests with 429', async () => {
    await ask('POST', '/_control/api', { tooManyRate: 0.5, seed: 5 });
    const statuses = new Set<number>();
    for (let index = 0; index < 20; index += 1) statuses.add((await read()).status);
    expect(statuses).toEqual(new Set([200, 429]));
  });

  it('the sandbox counts the requests that a provider refused, by reason', async () => {
    const turnedAway = async () => (await ask('GET', '/_control/checkout-com/api/turned-away')).body;
    expect(await turnedAway()).toEqual({ revokedKey: 0, tooMany: 0 });
    await ask('POST', '/_control/api', { revokedKey: true });
    await read();
    await read();
    await ask('POST', '/_control/api', { revokedKey: false, tooManyRate: 1 });
    await read();
    await ask('POST', '/_control/api', { tooManyRate: 0 });
    await read();
    expect(await turnedAway()).toEqual({ revokedKey: 2, tooMany: 1 });
    await ask('POST', '/_control/checkout-com/reset', {});
    expect(await turnedAway()).toEqual({ revokedKey: 0, tooMany: 0 });
  });

  it('sandbox controls refuse an unknown or absent provider and a control with a wrong value', async () => {
    const wrong = await ask('POST', '/_control/api', { provider: 'paypal' });
    expect([wrong.status, wrong.body.wrong]).toEqual([400, ['provider']]);
    const dial = await ask('POST', '/_control/api', {
      provider: 'checkout-com',
      revokedKey: 1,
    });
    expect([dial.status, dial.body.wrong]).toEqual([400, ['revokedKey']]);
    // Adyen is not registered here.
    const absent = await ask('POST', '/_control/api', { provider: 'adyen', revokedKey: true });
    expect([absent.status, absent.body.wrong]).toEqual([400, ['provider']]);
  });
});

it('the sandbox lists its control addresses', async () => {
  const { body } = await ask('GET', '/_control');
  expect(Object.keys(body).join('\n')).toContain('/_control/<provider>/dispute');
});
