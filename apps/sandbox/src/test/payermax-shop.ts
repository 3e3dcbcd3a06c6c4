import { generateKeyPairSync, randomUUID, sign, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, vi } from 'vitest';
import { createSandbox } from '../server.ts';
import { allHaveArrived } from './all-have-arrived.ts';

export type Data = Record<string, unknown>;

export interface Answer {
  readonly code: string;
  readonly data: Data;
}

export interface Notification {
  readonly notifyType: string;
  readonly code: string;
  readonly data: Data;
}

export const USER = 'user_1';
export const BUYER = { clientIp: '203.0.113.9', userAgent: 'Test' };
const APP = { appId: 'app-of-tests', merchantNo: 'P01010100000001' };

function keyPair() {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}

/** An order of the shop before a test changes it. */
export function order(more: object = {}): Data {
  return {
    outTradeNo: `trade_${randomUUID().replaceAll('-', '_')}`,
    integrate: 'Hosted_Checkout',
    subject: 'Gems',
    totalAmount: 4.99,
    currency: 'USD',
    country: 'SA',
    userId: USER,
    frontCallbackUrl: 'http://localhost:4100/back?order=1',
    terminalType: 'WEB',
    ...more,
  };
}

export function envelope(data: object, changed: object = {}): string {
  const head = { version: '1.4', keyVersion: '1', requestTime: new Date().toISOString(), ...APP };
  return JSON.stringify({ ...head, data, ...changed });
}

/** The shop's receiver of PayerMax's webhooks, which answers as the test has set. */
async function openHook(isSigned: (body: string, sign: string) => boolean) {
  const webhookBodies: string[] = [];
  const hook = { webhookBodies, saying: '{"code":"SUCCESS","msg":"Success"}', forgeries: 0 };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (!isSigned(body, String(request.headers['sign']))) hook.forgeries += 1;
      webhookBodies.push(body);
      response.writeHead(200).end(hook.saying);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { hook, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close };
}

/** A shop with its keys, its receiver of webhooks, and the simulated PayerMax. */
export async function openTestShop() {
  const merchant = keyPair();
  const platform = keyPair();
  const isOfPlatform = (body: string, signature: string): boolean =>
    verify('RSA-SHA256', Buffer.from(body), platform.publicKey, Buffer.from(signature, 'base64'));
  const { hook, url: notifyUrl, close: closeHook } = await openHook(isOfPlatform);
  const sandbox = await createSandbox({
    port: 0,
    webhookRetryFirstMs: 10,
    outage: { hangMs: 50, settleAfterMs: 30 },
    providers: {
      'checkout-com': { secretKey: 'sk', publicKey: 'pk', webhookKey: 'wk', webhookUrl: null },
      payermax: {
        ...APP,
        merchantPublicKeyPem: merchant.publicKey,
        platformPrivateKeyPem: platform.privateKey,
        notifyUrl,
      },
    },
  });
  const signed = (body: string): string =>
    sign('RSA-SHA256', Buffer.from(body), merchant.privateKey).toString('base64');

  const send = (api: string, body: string, signature = signed(body)): Promise<Response> =>
    fetch(`${sandbox.url}/payermax/aggregate-pay/api/gateway/${api}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', sign: signature },
      body,
    });
  const call = async (api: string, data: object, changed: object = {}): Promise<Answer> => {
    const response = await send(api, envelope(data, changed));
    const text = await response.text();
    expect(isOfPlatform(text, response.headers.get('sign') ?? '')).toBe(true);
    return JSON.parse(text) as Answer;
  };
  const control = async (path: string, body: object): Promise<Data> => {
    const answer = await fetch(`${sandbox.url}/_control/payermax/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.ok).toBe(true);
    return (await answer.json()) as Data;
  };
  /** The request for a direct payment, with the card token that the drop-in would return. */
  const direct = async (scenario: string, more: object = {}, detail: object = {}): Promise<Data> => {
    const proof = await control('proofs', { scenario, userId: USER, isAgreed: true });
    const paymentDetail = { ...proof, buyerInfo: BUYER, ...detail };
    return order({ integrate: 'Direct_Payment', paymentDetail, ...more });
  };
  return {
    url: sandbox.url,
    hook,
    signed,
    send,
    call,
    control,
    direct,
    query: async (trade: Data): Promise<Data> =>
      (await call('orderQuery', { outTradeNo: trade['outTradeNo'] })).data,
    books: async (): Promise<Record<string, number>> => {
      const answer = await fetch(`${sandbox.url}/_control/payermax/books`);
      return ((await answer.json()) as { totals: Record<string, number> }).totals;
    },
    /** Waits until there is exactly one webhook. */
    readOneWebhook: async (): Promise<Notification> => {
      await vi.waitFor(() => expect(hook.webhookBodies).toHaveLength(1), { timeout: 60_000 });
      expect(hook.forgeries).toBe(0);
      return JSON.parse(hook.webhookBodies[0] ?? '') as Notification;
    },
    async reset(): Promise<void> {
      await control('reset', {});
      await allHaveArrived(`${sandbox.url}/_control/payermax/webhooks`);
      Object.assign(hook, { saying: '{"code":"SUCCESS","msg":"Success"}', forgeries: 0 });
      hook.webhookBodies.length = 0;
    },
    async close(): Promise<void> {
      await sandbox.close();
      closeHook();
    },
  };
}

export type TestShop = Awaited<ReturnType<typeof openTestShop>>;
