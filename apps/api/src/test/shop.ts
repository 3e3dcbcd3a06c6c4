import { randomBytes, randomUUID } from 'node:crypto';
import {
  envelopeSchema,
  parse,
  preferredMethod,
  refusalOfResult,
  refusalsOf,
  resultOf,
  type Endpoint,
  type OrderPlaced,
  createCoinPay,
} from '@jawhara/contract';
import { accountId, CHECKOUT_COM_CARD, type OrderId, type RechargeId } from '@jawhara/domain';
import * as v from 'valibot';
import { inject } from 'vitest';
import { createSandbox } from '../../../sandbox/src/server.ts';
import type { ScenarioKey } from '../../../sandbox/src/scenarios.ts';
import { SOCIAL_APPS } from '../../../sandbox/src/social/social-apps.ts';
import { PAYERMAX_KEYS } from '../../../../tools/stack/payermax-keys.ts';
import { createDatabase, dropDatabase } from '../../../../tools/stack/postgres.ts';
import { freePorts } from '../../../../tools/stack/ports.ts';
import { makeTicket } from '../accounts/login-ticket.ts';
import { createApp, type App } from '../app.ts';
import { readEnv } from '../env.ts';
import { sweepOrders } from '../orders/sweep-orders.ts';
import { systemClock, type Clock } from '../platform/clock.ts';
import { createLogger } from '../platform/logger.ts';
import { migrateDatabase } from '../platform/migrate-database.ts';
import { connectPostgres, type Db } from '../platform/postgres.ts';
import { registerFlows, serveFlows } from '../platform/restate.ts';
import { systemChance } from '../platform/time-ordered-id.ts';
import { seedDatabase } from '../seed-database.ts';
import { testRedis } from './test-redis.ts';

const KEYS = {
  secretKey: 'sk_sbox_jawharatestsecretkey00001',
  publicKey: 'pk_sbox_jawharatestpublickey00001',
  webhookKey: 'jawhara-test-webhook-key',
};

const ADYEN_KEYS = {
  apiKey: 'AQEjawharatestapikey00001',
  merchantAccount: 'JawharaTest',
  hmacKey: '4A61776861726154657374484D41434B65793030303030303030303030303031',
  clientKey: 'test_JAWHARATESTCLIENT0001',
};

export interface ShopOptions {
  readonly env?: Record<string, string>;
  readonly now?: Clock;
}

export interface Called<Value> {
  readonly status: number;
  readonly value: Value | null;
  readonly refusal: string | null;
  readonly headers: Headers;
}

/** A whole shop on real services: database, engine, Redis, sandbox, HTTP. */
export interface Shop {
  readonly app: App;
  readonly db: Db;
  readonly apiUrl: string;
  readonly sandboxUrl: string;
  readonly log: () => string;
  visitor(): Visitor;
  token(scenario: ScenarioKey): Promise<string>;
  /** A one-time ticket, as the app's server hands it over. */
  ticket(account: number): Promise<string>;
  /** A one-time token of a CVV, as the hosted field gives it for a saved card. */
  cvvToken(): Promise<string>;
  control(path: string, body: object): Promise<void>;
  books(): Promise<{ payments: { id: string; reference: string; captured: number; refunded: number }[] }>;
  sweep(): Promise<void>;
  close(): Promise<void>;
}

export interface Visitor {
  call<Request, Value>(
    endpoint: Endpoint<Request, Value>,
    request: Request,
    headers?: Record<string, string>,
  ): Promise<Called<Value>>;
  buy(
    scenario: ScenarioKey,
    options?: { rechargeId?: string; requestId?: string; recipientId?: number; token?: string },
  ): Promise<Called<OrderPlaced>>;
}

function visitor(apiUrl: string, token: Shop['token']): Visitor {
  let cookie = '';
  const call: Visitor['call'] = async (endpoint, request, headers = {}) => {
    const wire = endpoint.request.write(request);
    const isPost = preferredMethod(endpoint.methods) === 'POST';
    const query = isPost ? '' : `?${new URLSearchParams(wire as Record<string, string>).toString()}`;
    const response = await fetch(`${apiUrl}${endpoint.path}${query}`, {
      method: isPost ? 'POST' : 'GET',
      headers: {
        ...(isPost ? { 'content-type': 'application/json' } : {}),
        ...(cookie ? { cookie } : {}),
        ...headers,
      },
      ...(isPost ? { body: JSON.stringify(wire) } : {}),
    });
    cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie;
    const envelope = v.parse(envelopeSchema, await response.json());
    const result = resultOf(envelope);
    if (result !== 0) {
      const kind = refusalOfResult(result);
      // The reference lists what a call may refuse: whatever else a test meets is missing there.
      if (kind !== null && !refusalsOf(endpoint).includes(kind))
        throw new Error(`${endpoint.name} refused with ${kind}, which its contract does not declare`);
      return {
        status: response.status,
        value: null,
        refusal: kind,
        headers: response.headers,
      };
    }
    const parsed = parse(endpoint.answer, envelope.data);
    if (parsed.kind === 'malformed')
      throw new Error(`${endpoint.name} answered something malformed at ${parsed.where}`);
    return { status: response.status, value: parsed.value, refusal: null, headers: response.headers };
  };
  return {
    call,
    async buy(scenario, options = {}) {
      return call(
        createCoinPay,
        {
          rechargeId: (options.rechargeId ?? 'gems-1060') as RechargeId,
          recipientId: accountId(options.recipientId ?? 1001),
          payType: CHECKOUT_COM_CARD,
          card: { token: options.token ?? (await token(scenario)) },
        },
        { 'x-request-id': options.requestId ?? randomUUID() },
      );
    },
  };
}

export async function openShop({ env: extra = {}, now = systemClock }: ShopOptions = {}): Promise<Shop> {
  const name = `jawhara_test_${randomBytes(6).toString('hex')}`;
  const adminUrl = inject('databaseAdminUrl');
  const databaseUrl = await createDatabase(adminUrl, name);
  const [apiPort = 0, flowPort = 0] = await freePorts(2);
  const sandbox = await createSandbox({
    port: 0,
    ...KEYS,
    webhookUrl: `http://127.0.0.1:${apiPort}/webhooks/checkout-com/`,
    adyen: { ...ADYEN_KEYS, webhookUrl: `http://127.0.0.1:${apiPort}/webhooks/adyen/` },
    webhookRetryFirstMs: 100,
    payermax: {
      appId: PAYERMAX_KEYS.appId,
      merchantNo: PAYERMAX_KEYS.merchantNo,
      merchantPublicKeyPem: Buffer.from(PAYERMAX_KEYS.merchantPublic, 'base64').toString('utf8'),
      platformPrivateKeyPem: Buffer.from(PAYERMAX_KEYS.platformPrivate, 'base64').toString('utf8'),
      notifyUrl: `http://127.0.0.1:${apiPort}/webhooks/payermax/`,
    },
  });
  const env = readEnv({
    API_PORT: String(apiPort),
    FLOW_PORT: String(flowPort),
    DATABASE_URL: databaseUrl,
    REDIS_URL: inject('redisUrl'),
    RESTATE_INGRESS_URL: inject('restateIngressUrl'),
    RESTATE_ADMIN_URL: inject('restateAdminUrl'),
    SITE_URL: 'http://127.0.0.1:4200',
    CHECKOUT_COM_API_URL: sandbox.url,
    CHECKOUT_COM_SECRET_KEY: KEYS.secretKey,
    CHECKOUT_COM_PUBLIC_KEY: KEYS.publicKey,
    CHECKOUT_COM_PROCESSING_CHANNEL_ID: 'pc_jawharatest',
    CHECKOUT_COM_WEBHOOK_KEY: KEYS.webhookKey,
    CHECKOUT_COM_FIELDS_URL: `${sandbox.url}/checkout-web-components/index.js`,
    CHECKOUT_COM_ENVIRONMENT: 'sandbox',
    ADYEN_API_URL: `${sandbox.url}/adyen/v72`,
    ADYEN_API_KEY: ADYEN_KEYS.apiKey,
    ADYEN_MERCHANT_ACCOUNT: ADYEN_KEYS.merchantAccount,
    ADYEN_HMAC_KEY: ADYEN_KEYS.hmacKey,
    ADYEN_CLIENT_KEY: ADYEN_KEYS.clientKey,
    PAYERMAX_API_URL: `${sandbox.url}/payermax/aggregate-pay/api/gateway`,
    PAYERMAX_APP_ID: PAYERMAX_KEYS.appId,
    PAYERMAX_MERCHANT_NO: PAYERMAX_KEYS.merchantNo,
    PAYERMAX_PRIVATE_KEY: PAYERMAX_KEYS.merchantPrivate,
    PAYERMAX_PUBLIC_KEY: PAYERMAX_KEYS.platformPublic,
    PAYERMAX_DROPIN_URL: `${sandbox.url}/payermax/dropin/js/pmdropin.min.js`,
    PAYERMAX_NOTIFY_URL: `http://127.0.0.1:${apiPort}/webhooks/payermax/`,
    FACEBOOK_API_URL: `${sandbox.url}/social/facebook`,
    FACEBOOK_APP_ID: SOCIAL_APPS.facebookAppId,
    FACEBOOK_APP_SECRET: SOCIAL_APPS.facebookAppSecret,
    GOOGLE_CERTS_URL: `${sandbox.url}/social/google/certs`,
    GOOGLE_CLIENT_ID: SOCIAL_APPS.googleClientId,
    ASK_PROVIDER_AFTER_MS: '300',
    // A test's people all come from one address.
    LOOKUPS_PER_MINUTE: '1000',
    NAMES_PER_ADDRESS_PER_HOUR: '10000',
    GUARD_FACTOR: '1000',
    ...extra,
  });
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  const db = connectPostgres({ url: databaseUrl, connectionsMax: 5 });
  await migrateDatabase(db);
  await seedDatabase(db);
  const redis = testRedis(env.redisUrl, logger, name);
  const app = await createApp({
    env,
    db,
    redis,
    logger,
    now,
    chance: systemChance,
    orderObjectName: `order-${name.slice(-12)}`,
  });
  const flows = await serveFlows([app.orderObject], flowPort, logger);
  if (!(await registerFlows(inject('restateAdminUrl'), `http://127.0.0.1:${flowPort}`)))
    throw new Error('not registered with the engine');
  await app.server.listen({ port: apiPort, host: '127.0.0.1' });

  const apiUrl = `http://127.0.0.1:${apiPort}`;
  const control = async (path: string, body: object) => {
    const response = await fetch(`${sandbox.url}/_control/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`sandbox control ${path}: ${response.status} ${await response.text()}`);
  };
  const token = async (scenario: ScenarioKey) => {
    const response = await fetch(`${sandbox.url}/_control/tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ scenario }),
    });
    return ((await response.json()) as { token: string }).token;
  };
  const cvvToken = async () => {
    const response = await fetch(`${sandbox.url}/tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: KEYS.publicKey },
      body: JSON.stringify({ type: 'cvv', token_data: { cvv: '123' } }),
    });
    return ((await response.json()) as { token: string }).token;
  };
  return {
    app,
    db,
    apiUrl,
    sandboxUrl: sandbox.url,
    log: () => lines.join(''),
    visitor: () => visitor(apiUrl, token),
    token,
    ticket: (account) => makeTicket({ db, now, chance: systemChance }, accountId(account)),
    cvvToken,
    control,
    books: async () => (await fetch(`${sandbox.url}/_control/books`)).json() as ReturnType<Shop['books']>,
    sweep: async () => void (await sweepOrders(app.context, app.life)),
    async close() {
      await app.server.close();
      await flows.close();
      await sandbox.close();
      redis.disconnect();
      await db.end({ timeout: 2 });
      await dropDatabase(adminUrl, name);
    },
  };
}

export async function orderState(db: Db, orderId: OrderId): Promise<string> {
  const [row] = await db<{ state: string }[]>`select state from orders where id = ${orderId}`;
  return row?.state ?? 'missing';
}

export async function balanceOf(db: Db, account: number): Promise<number> {
  const [row] = await db<{ gems: number }[]>`select gems from gem_balances where account_id = ${account}`;
  return row?.gems ?? 0;
}
