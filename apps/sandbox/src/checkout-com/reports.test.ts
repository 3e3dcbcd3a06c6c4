import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../server.ts';

const SECRET = 'sk_sbox_secret';
const NIGHT = Date.parse('2026-11-14T23:59:00Z');

let sandbox: Sandbox;
let now = NIGHT;

beforeAll(async () => {
  const keys = { secretKey: SECRET, publicKey: 'pk', webhookKey: 'wk' };
  sandbox = await createSandbox({
    port: 0,
    providers: { 'checkout-com': { ...keys, webhookUrl: null } },
    now: () => now,
  });
});
afterAll(() => sandbox.close());

const headers = { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' };
const get = (path: string) => fetch(`${sandbox.url}${path}`, { headers });

async function post(path: string, body: object): Promise<Record<string, string>> {
  const answer = await fetch(`${sandbox.url}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Record<string, string>;
}

async function pay(reference: string): Promise<string> {
  const { token } = await post('/_control/tokens', { scenario: 'approve' });
  const source = { type: 'token', token };
  const paid = await post('/payments', { source, amount: 999, currency: 'USD', reference });
  return paid['id'] ?? '';
}

interface Listed {
  readonly data: { id: string; from: string; to: string; files: { id: string; filename: string }[] }[];
  readonly _links: { next?: { href: string } };
}

const list = async (query: string): Promise<Listed> =>
  (await (await get(`/reports?${query}`)).json()) as Listed;

it('each day on which money moved has its own Checkout.com report, from midnight to midnight UTC', async () => {
  const before = await pay('before midnight');
  now = NIGHT + 120_000;
  const after = await pay('after midnight');
  await post('/_control/checkout-com/refund', { paymentId: before, amountMinorUnits: 400 });
  await post('/_control/checkout-com/dispute', { paymentId: after, stage: 'opened' });
  await post('/_control/checkout-com/dispute', { paymentId: after, stage: 'won' });

  const { data } = await list('limit=100');
  expect(data.map(({ from, to }) => [from, to])).toEqual([
    ['2026-11-14T00:00:00.000Z', '2026-11-15T00:00:00.000Z'],
    ['2026-11-15T00:00:00.000Z', '2026-11-16T00:00:00.000Z'],
  ]);
  const [first = '', second = ''] = await Promise.all(
    data.map(async ({ id, files }) => (await get(`/reports/${id}/files/${files[0]?.id}`)).text()),
  );
  const breakdowns = (csv: string): string[] =>
    csv
      .split('\r\n')
      .flatMap(
        (row) =>
          /,(pay_\w+),.*,(Capture|Refund|Chargeback \(\w+\)),(-?[\d.]+),/.exec(row)?.slice(1).join(' ') ?? [],
      );
  expect(breakdowns(first)).toEqual([`${before} Capture 9.99`]);
  expect(breakdowns(second)).toEqual([
    `${after} Capture 9.99`,
    `${before} Refund -4.00`,
    `${after} Chargeback (ADJM) -9.99`,
    `${after} Chargeback (RPDW) 9.99`,
  ]);
  expect(first).toContain('"Jawhara, ""the gem"""');
});

it('Checkout.com’s reports are listed by the time they were made, page by page', async () => {
  const { data, _links } = await list('limit=1');
  expect(data).toHaveLength(1);
  const next = (await (await fetch(_links.next?.href ?? '', { headers })).json()) as Listed;
  expect(next.data.map(({ id }) => id)).toEqual(['rpt_20261115']);
  expect(next._links.next).toBeUndefined();
  const none = await list('created_before=2026-11-14T12:00:00Z');
  expect(none.data).toEqual([]);
});

it('a Checkout.com report cannot be fetched without the secret key, and an unknown report is not found', async () => {
  for (const path of ['/reports', '/reports/rpt_20261114', '/reports/rpt_20261114/files/file_20261114'])
    expect((await fetch(`${sandbox.url}${path}`)).status).toBe(401);
  expect((await get('/reports/rpt_20200101')).status).toBe(404);
  expect((await get('/reports/rpt_20261114/files/file_20261115')).status).toBe(404);
  expect((await get('/reports?limit=0')).status).toBe(422);
});
