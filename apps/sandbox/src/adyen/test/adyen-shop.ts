import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';
import { createSandbox } from '../../server.ts';
import { allHaveArrived } from '../../test/all-have-arrived.ts';

export const ADYEN_KEYS = {
  apiKey: 'AQE-test-api-key',
  merchantAccount: 'JawharaTest',
  hmacKey: '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056',
  clientKey: 'test_JAWHARA',
};
const CHECKOUT_COM = {
  secretKey: 'sk_sbox_secret',
  publicKey: 'pk_sbox_public',
  webhookKey: 'webhook-key',
  webhookUrl: null,
};

export interface Item {
  readonly eventCode: string;
  readonly success: string;
  readonly pspReference: string;
  readonly originalReference?: string;
  readonly merchantReference: string;
  readonly amount: { readonly value: number; readonly currency: string };
  readonly reason: string;
  readonly additionalData: Readonly<Record<string, string>>;
}

export interface PaidAnswer {
  readonly resultCode: string;
  readonly pspReference: string;
  readonly refusalReasonCode?: string;
  readonly additionalData?: Readonly<Record<string, string>>;
  readonly action?: Readonly<Record<string, string>>;
}

async function listenForWebhooks(webhooks: string[]) {
  const hook = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      webhooks.push(body);
      response.writeHead(202).end();
    });
  });
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  return hook;
}

export function order(paymentMethod: object, more: object = {}): object {
  return {
    paymentMethod: { type: 'scheme', ...paymentMethod },
    amount: { value: 999, currency: 'USD' },
    reference: crypto.randomUUID(),
    returnUrl: 'http://127.0.0.1:4100/bank-return.html',
    authenticationData: { threeDSRequestData: { nativeThreeDS: 'preferred' } },
    ...more,
  };
}

function itemIn(webhook: string): Item {
  const { notificationItems } = JSON.parse(webhook) as {
    notificationItems: [{ NotificationRequestItem: Item }];
  };
  return notificationItems[0].NotificationRequestItem;
}

/** A shop of this provider: it pays over HTTP and receives the provider's webhooks. */
export async function openAdyenShop() {
  const webhooks: string[] = [];
  const hook = await listenForWebhooks(webhooks);
  const webhookUrl = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`;
  const sandbox = await createSandbox({
    port: 0,
    providers: { 'checkout-com': CHECKOUT_COM, adyen: { ...ADYEN_KEYS, webhookUrl } },
    outage: { hangMs: 50, settleAfterMs: 30 },
  });

  const post = (path: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${sandbox.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const api = (path: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
    post(
      `/adyen/v72${path}`,
      { merchantAccount: ADYEN_KEYS.merchantAccount, ...body },
      { 'x-api-key': ADYEN_KEYS.apiKey, ...headers },
    );
  const read = async <Value>(answer: Promise<Response>): Promise<Value> =>
    (await (await answer).json()) as Value;
  const proofs = (scenario: string, more: object = {}): Promise<Record<string, string>> =>
    read(post('/_control/adyen/proofs', { scenario, ...more }));
  const items = (): Item[] => webhooks.map(itemIn);

  return {
    url: sandbox.url,
    post,
    api,
    proofs,
    /** Calls a control endpoint of the sandbox. Throws if the sandbox refuses it. */
    async control<Value>(path: string, body: object): Promise<Value> {
      const answer = await post(`/_control/adyen/${path}`, body);
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
      return (await answer.json()) as Value;
    },
    items,
    itemOf: (eventCode: string): Promise<Item> =>
      vi.waitFor(
        () => {
          const found = items().find((item) => item.eventCode === eventCode);
          if (!found) throw new Error(`no ${eventCode} yet`);
          return found;
        },
        { timeout: 60_000 },
      ),
    pay: async (scenario: string, more: object = {}): Promise<PaidAnswer> =>
      read(api('/payments', order(await proofs(scenario), more))),
    details: (detailFields: object): Promise<PaidAnswer> =>
      read(api('/payments/details', { details: detailFields })),
    bank: (pspReference: string, pass: boolean): Promise<object> =>
      read(post('/_control/adyen/threeds', { pspReference, pass })),
    totals: async () =>
      (await read<{ totals: Record<string, number> }>(fetch(`${sandbox.url}/_control/adyen/books`))).totals,
    async reset() {
      await post('/_control/reset', {});
      await allHaveArrived(`${sandbox.url}/_control/adyen/webhooks`);
      webhooks.length = 0;
    },
    async close() {
      await sandbox.close();
      hook.closeAllConnections();
      hook.close();
    },
  };
}

export type AdyenShop = Awaited<ReturnType<typeof openAdyenShop>>;
