import type { OrderId } from '@jawhara/domain';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ScenarioKey } from '../../../../sandbox/src/scenarios.ts';
import { createSandbox } from '../../../../sandbox/src/server.ts';
import { describeProvider, type Expectation, type ProviderWorld } from '../provider-suite.ts';
import type { RawNotification } from '../provider.ts';
import { checkoutComProvider } from './checkout-com.provider.ts';

const KEYS = {
  secretKey: 'sk_sbox_testtesttesttesttesttest01',
  publicKey: 'pk_sbox_test',
  webhookKey: 'webhook-key-of-the-test',
};

interface Receiver {
  readonly url: string;
  readonly received: RawNotification[];
  close(): void;
}

/** Stands where our notification route stands. */
async function startReceiver(): Promise<Receiver> {
  const received: RawNotification[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks) });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    received,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function start(): Promise<ProviderWorld> {
  const receiver = await startReceiver();
  const weather = { hangMs: 100, settleAfterMs: 50 };
  const sandbox = await createSandbox({ port: 0, ...KEYS, webhookUrl: receiver.url, weather });
  const provider = checkoutComProvider({ baseUrl: sandbox.url, processingChannelId: 'pc_test', ...KEYS });

  return {
    provider,
    async tokenFor(scenario) {
      const answer = await fetch(`${sandbox.url}/_control/tokens`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ scenario }),
      });
      return ((await answer.json()) as { token: string }).token;
    },
    async cvvToken() {
      const answer = await fetch(`${sandbox.url}/tokens`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: KEYS.publicKey },
        body: JSON.stringify({ type: 'cvv', token_data: { cvv: '123' } }),
      });
      return ((await answer.json()) as { token: string }).token;
    },
    async answerBank(url, answer) {
      const code = answer === 'wrong-code' ? 'nonsense' : 'Checkout1!';
      const form = new URLSearchParams({ code, answer: answer === 'cancel' ? 'cancel' : 'confirm' });
      const back = await fetch(url, { method: 'POST', body: form, redirect: 'manual' });
      return back.headers.get('location') ?? '';
    },
    notificationsFor: (orderId: OrderId) => receiver.received.filter(({ body }) => body.includes(orderId)),
    async books(orderId) {
      const answer = await fetch(`${sandbox.url}/_control/books`);
      const { payments } = (await answer.json()) as {
        payments: { reference: string; captured: number; refunded: number }[];
      };
      return payments
        .filter(({ reference }) => reference === orderId)
        .map(({ captured, refunded }) => ({ captured, refunded }));
    },
    async stop() {
      await sandbox.close();
      receiver.close();
    },
  };
}

const PAID = { kind: 'paid' } as const;
const plain = { first: 'ending', ending: PAID, isNotified: true } as const;

/** Total over the sandbox's cards: a new card without a row here does not compile. */
const EXPECTATIONS = {
  approve: plain,
  'approve-mastercard': plain,
  frictionless: plain,
  'expires-when-kept': plain,
  challenge: { ...plain, first: 'challenge' },
  'challenge-mastercard': { ...plain, first: 'challenge' },
  'challenge-then-insufficient-funds': {
    ...plain,
    first: 'challenge',
    ending: { kind: 'refused', outcome: 'balance', code: '20051' },
  },
  'insufficient-funds': { ...plain, ending: { kind: 'refused', outcome: 'balance', code: '20051' } },
  'expired-card': { ...plain, ending: { kind: 'refused', outcome: 'expire', code: '20054' } },
  'do-not-honour': { ...plain, ending: { kind: 'refused', outcome: 'other', code: '20005' } },
  'wrong-cvv': { ...plain, ending: { kind: 'refused', outcome: 'other', code: '200N7' } },
  'high-risk': { ...plain, ending: { kind: 'refused', outcome: 'high-risk', code: '20059' } },
  'failed-authentication': { ...plain, ending: { kind: 'refused', outcome: 'verify', code: '20151' } },
  'answer-lost': { ...plain, first: 'unknown' },
  'error-after-charge': { ...plain, first: 'unknown' },
  'error-before-charge': { first: 'unknown', ending: { kind: 'none' }, isNotified: false },
  'pending-then-approved': { ...plain, first: 'pending' },
  'pending-then-declined': {
    ...plain,
    first: 'pending',
    ending: { kind: 'refused', outcome: 'other', code: '20005' },
  },
  'wrong-amount': { ...plain, first: 'pending', ending: { kind: 'paid', amountMinorUnits: 998 } },
  'webhook-never': { ...plain, first: 'pending', isNotified: false },
} as const satisfies Record<ScenarioKey, Expectation>;

describeProvider('provider 13, Checkout.com', start, EXPECTATIONS);
