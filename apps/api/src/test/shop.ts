import { accountId, type OrderId } from '@jawhara/domain';
import { inject } from 'vitest';
import { createSandbox, type Sandbox } from '../../../sandbox/src/server.ts';
import type { ScenarioKey } from '../../../sandbox/src/scenarios.ts';
import { SOCIAL_APPS } from '../../../sandbox/src/social/social-apps.ts';
import { APPLE_PAY_KEYS } from '../../../../tools/stack/apple-pay-keys.ts';
import { developmentMail, DEVELOPMENT_SIGNING_KEYS } from '../../../../tools/stack/development-device.ts';
import { PAYERMAX_KEYS } from '../../../../tools/stack/payermax-keys.ts';
import { asProgram } from '../../../../tools/stack/postgres-login.ts';
import { freePorts } from '../../../../tools/stack/ports.ts';
import { makeTicket } from '../accounts/log-in.ts';
import { createApp, type App } from '../program/app.ts';
import type { RemoteDeliverer } from '../orders/base/order-ports.ts';
import { stepFailures } from '../orders/base/park-failing-steps.ts';
import { ORDER_PORTS, ownDirectories, type Directories } from '../program/ports.ts';
import { readEnv, type Env } from '../program/env.ts';
import { sweepOrders } from '../orders/follow-up/sweep-orders.ts';
import { systemClock, type Clock } from '../platform/clock.ts';
import { createLogger } from '../platform/logger.ts';
import { connectPostgres, type Db } from '../platform/postgres.ts';
import { runEvery } from '../platform/run-every.ts';
import { buildPath } from '../platform/restate-deployments.ts';
import { registerFlows } from '../platform/restate.ts';
import { serveFlows } from '../platform/restate-serving.ts';
import { systemChance } from '../platform/time-ordered-id.ts';
import { forgetCards, type Forgotten } from '../saved-cards/forget-cards.ts';
import { copyTemplate } from './test-database.ts';
import { testRedis } from './test-redis.ts';
import { visitor, type Visitor } from './visitor.ts';

export type { Called, Visitor } from './visitor.ts';

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

const DEMO_KEYS = { apiKey: 'demo-test-api-key-0001', webhookKey: 'demo-test-webhook-key-01' };

const TAP_KEYS = { secretKey: 'sk_test_jawharatesttap01', merchantId: 'jawhara-test' };

const pem = (text: string): string => Buffer.from(text, 'base64').toString('utf8');

/** The host on which the test shop's wallets can be used. */
export const PAYABLE_HOST = 'pay.jawhara.example';

export interface ShopOptions {
  readonly env?: Record<string, string>;
  /** The providers for which the shop has settings: those with which most tests pay, or Tap alone. */
  readonly providers?: 'usual' | 'tap-alone';
  /** Replaces the ports to accounts and bans, for tests that need other answers than those of the shop's own tables. */
  readonly directories?: (own: Directories) => Directories;
  /** A remote service that delivers gems, in place of the shop's own ledger. */
  readonly gemService?: RemoteDeliverer;
  readonly now?: Clock;
  /** The clock of the machine, for tests of a wrong clock. */
  readonly machineClock?: Clock;
  /** The number of tries before a step is parked. It is smaller than in production, to save time. */
  readonly stepTries?: number;
  /** The time after which Redis counts as unavailable: short in tests of a slow Redis, long in all others. */
  readonly redisAnswersWithinMs?: number;
  /** For tests of what the log contains at its most detailed level. */
  readonly logLevel?: 'info' | 'debug';
  /** Starts a pooler before this database and returns its address. The shop's own connections go through it. */
  readonly pooler?: (databaseUrl: string) => Promise<string>;
  /** Adds the sandbox's mail server. The worker's mail job does not run: tests send the mails. */
  readonly mail?: boolean;
}

/** A whole shop on real services: database, engine, Redis, sandbox, HTTP. */
export interface Shop {
  readonly app: App;
  readonly env: Env;
  /** The settings as environment variables, for a process of its own. */
  readonly settings: Readonly<Record<string, string>>;
  readonly db: Db;
  readonly apiUrl: string;
  readonly sandboxUrl: string;
  readonly log: () => string;
  visitor(): Visitor;
  token(scenario: ScenarioKey): Promise<string>;
  /** The mailbox of all addresses. Null in a shop without mail. */
  readonly mailServer: Sandbox['mail'];
  /** A one-time sign-in ticket, as the app's server issues it. */
  ticket(account: number): Promise<string>;
  /** A one-time token of a CVV, as the hosted field returns it for a saved card. */
  cvvToken(): Promise<string>;
  control(path: string, body: object): Promise<void>;
  books(): Promise<{ payments: { id: string; reference: string; captured: number; refunded: number }[] }>;
  sweep(): Promise<void>;
  /** Runs the job that deletes cards whose payer did not answer in time whether to save them, and has providers delete cards. */
  forgetCards(): Promise<Forgotten>;
  close(): Promise<void>;
}

const PROVIDER_SETTINGS = {
  usual: (sandboxUrl: string, apiUrl: string) => ({
    CHECKOUT_COM_API_URL: sandboxUrl,
    CHECKOUT_COM_SECRET_KEY: KEYS.secretKey,
    CHECKOUT_COM_PUBLIC_KEY: KEYS.publicKey,
    CHECKOUT_COM_PROCESSING_CHANNEL_ID: 'pc_jawharatest',
    CHECKOUT_COM_WEBHOOK_KEY: KEYS.webhookKey,
    CHECKOUT_COM_FIELDS_URL: `${sandboxUrl}/checkout-web-components/index.js`,
    CHECKOUT_COM_ENVIRONMENT: 'sandbox',
    ADYEN_API_URL: `${sandboxUrl}/adyen/v72`,
    ADYEN_API_KEY: ADYEN_KEYS.apiKey,
    ADYEN_MERCHANT_ACCOUNT: ADYEN_KEYS.merchantAccount,
    ADYEN_HMAC_KEY: ADYEN_KEYS.hmacKey,
    ADYEN_CLIENT_KEY: ADYEN_KEYS.clientKey,
    ADYEN_APPLE_PAY_MERCHANT_ID: 'merchant.example.jawhara.test',
    DEMO_API_URL: `${sandboxUrl}/demo/v1`,
    DEMO_API_KEY: DEMO_KEYS.apiKey,
    DEMO_WEBHOOK_KEY: DEMO_KEYS.webhookKey,
    PAYERMAX_API_URL: `${sandboxUrl}/payermax/aggregate-pay/api/gateway`,
    PAYERMAX_APP_ID: PAYERMAX_KEYS.appId,
    PAYERMAX_MERCHANT_NO: PAYERMAX_KEYS.merchantNo,
    PAYERMAX_PRIVATE_KEY: PAYERMAX_KEYS.merchantPrivate,
    PAYERMAX_PUBLIC_KEY: PAYERMAX_KEYS.platformPublic,
    PAYERMAX_DROPIN_URL: `${sandboxUrl}/payermax/dropin/js/pmdropin.min.js`,
    PAYERMAX_NOTIFY_URL: `${apiUrl}/webhooks/payermax/`,
  }),
  'tap-alone': (sandboxUrl: string, apiUrl: string) => ({
    TAP_API_URL: `${sandboxUrl}/tap/v2`,
    TAP_SECRET_KEY: TAP_KEYS.secretKey,
    TAP_MERCHANT_ID: TAP_KEYS.merchantId,
    TAP_NOTIFY_URL: `${apiUrl}/webhooks/tap/`,
    TAP_PAYER_EMAIL: 'payer@jawhara.example',
  }),
} as const satisfies Record<
  NonNullable<ShopOptions['providers']>,
  (sandboxUrl: string, apiUrl: string) => Record<string, string>
>;

export async function openShop({
  env: extra = {},
  providers = 'usual',
  directories,
  gemService,
  now = systemClock,
  machineClock = systemClock,
  stepTries,
  redisAnswersWithinMs,
  logLevel = 'info',
  mail = false,
  pooler,
}: ShopOptions = {}): Promise<Shop> {
  const { name, url: databaseUrl, drop } = await copyTemplate();
  const [apiPort = 0, flowPort = 0] = await freePorts(2);
  const returns = {
    url: `http://127.0.0.1:${apiPort}/webhooks/mail-returns/`,
    key: developmentMail(0).MAIL_RETURNS_KEY,
  };
  const sandbox = await createSandbox({
    port: 0,
    mail: mail ? { port: 0, returns } : null,
    webhookRetryFirstMs: 100,
    applePayGateway: {
      port: 0,
      authorityPem: pem(APPLE_PAY_KEYS.authority),
      certificatePem: pem(APPLE_PAY_KEYS.gatewayCertificate),
      keyPem: pem(APPLE_PAY_KEYS.gatewayKey),
    },
    providers: {
      demo: { ...DEMO_KEYS, webhookUrl: `http://127.0.0.1:${apiPort}/webhooks/demo/` },
      'checkout-com': { ...KEYS, webhookUrl: `http://127.0.0.1:${apiPort}/webhooks/checkout-com/` },
      tap: TAP_KEYS,
      adyen: { ...ADYEN_KEYS, webhookUrl: `http://127.0.0.1:${apiPort}/webhooks/adyen/` },
      payermax: {
        appId: PAYERMAX_KEYS.appId,
        merchantNo: PAYERMAX_KEYS.merchantNo,
        merchantPublicKeyPem: pem(PAYERMAX_KEYS.merchantPublic),
        platformPrivateKeyPem: pem(PAYERMAX_KEYS.platformPrivate),
        notifyUrl: `http://127.0.0.1:${apiPort}/webhooks/payermax/`,
      },
    },
  });
  const settings = {
    API_PORT: String(apiPort),
    FLOW_PORT: String(flowPort),
    DATABASE_URL: asProgram(databaseUrl),
    REDIS_URL: inject('redisUrl'),
    RESTATE_INGRESS_URL: inject('restateIngressUrl'),
    RESTATE_ADMIN_URL: inject('restateAdminUrl'),
    ORDER_OBJECT: `order-${name.slice(-12)}`,
    SITE_URL: 'http://127.0.0.1:4200',
    ...DEVELOPMENT_SIGNING_KEYS,
    PAYABLE_HOSTS: PAYABLE_HOST,
    APPLE_PAY_MERCHANT_ID: APPLE_PAY_KEYS.merchantId,
    APPLE_PAY_CERTIFICATE: APPLE_PAY_KEYS.merchantCertificate,
    APPLE_PAY_KEY: APPLE_PAY_KEYS.merchantKey,
    APPLE_PAY_GATEWAY_URL: sandbox.gatewayUrl ?? '',
    APPLE_PAY_GATEWAY_AUTHORITY: APPLE_PAY_KEYS.authority,
    ...PROVIDER_SETTINGS[providers](sandbox.url, `http://127.0.0.1:${apiPort}`),
    FACEBOOK_API_URL: `${sandbox.url}/social/facebook`,
    FACEBOOK_APP_ID: SOCIAL_APPS.facebookAppId,
    FACEBOOK_APP_SECRET: SOCIAL_APPS.facebookAppSecret,
    GOOGLE_CERTS_URL: `${sandbox.url}/social/google/certs`,
    GOOGLE_CLIENT_ID: SOCIAL_APPS.googleClientId,
    ASK_PROVIDER_AFTER_MS: '300',
    SWEEP_EVERY_MS: '200',
    // All visitors of a test share one address, so its limits are high.
    LOOKUPS_PER_MINUTE: '1000',
    NAMES_PER_ADDRESS_PER_HOUR: '10000',
    GUARD_FACTOR: '1000',
    // The limits on waiting are off, because a busy machine would otherwise refuse calls of a test. shed-load.test.ts tests them.
    REQUEST_WAIT_MS: '90000',
    ORDER_WAIT_MS: '90000',
    ...(sandbox.mail === null ? {} : developmentMail(sandbox.mail.port)),
    ...extra,
  };
  const env = readEnv(settings);
  const lines: string[] = [];
  const logger = createLogger(logLevel, { write: (line) => void lines.push(line) });
  const db = connectPostgres({ url: databaseUrl, connectionsMax: 5 });
  const redis = testRedis(env.redisUrl, logger, name, redisAnswersWithinMs);
  // The shop has the database rights of the running program. The tests themselves read and change data as the owner.
  const programDb = connectPostgres({
    url: pooler === undefined ? env.databaseUrl : await pooler(databaseUrl),
    limits: env.databaseLimits,
    connectionsMax: 5,
    isPooled: pooler !== undefined,
  });
  const app = await createApp({
    env,
    db: programDb,
    redis,
    logger,
    now,
    machineClock,
    chance: systemChance,
    ...(directories !== undefined && { directories: directories(ownDirectories(programDb, now)) }),
    ...(stepTries !== undefined && { failures: stepFailures(stepTries) }),
    ...(gemService !== undefined && { deliverers: { ...ORDER_PORTS.deliverers, gems: gemService } }),
  });
  const { host, build } = env.running;
  const path = buildPath(build);
  const flows = await serveFlows({
    services: [...app.flows],
    host,
    port: flowPort,
    path,
    identityKeys: [],
    logger,
  });
  if (!(await registerFlows(env.restateAdmin, `http://127.0.0.1:${flowPort}${path}`)))
    throw new Error('not registered with the engine');
  await app.server.listen({ port: apiPort, host: '127.0.0.1' });
  const sweeper = runEvery('sweeper', env.sweepEveryMs, logger, async () => {
    await sweepOrders(app.context, app.life);
  });

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
    env,
    settings,
    db,
    apiUrl,
    sandboxUrl: sandbox.url,
    mailServer: sandbox.mail,
    log: () => lines.join(''),
    visitor: () => visitor(apiUrl, token),
    token,
    ticket: (account) => makeTicket({ db, now, chance: systemChance }, accountId(account)),
    cvvToken,
    control,
    books: async () => (await fetch(`${sandbox.url}/_control/books`)).json() as ReturnType<Shop['books']>,
    forgetCards: () => forgetCards(app.cards),
    sweep: async () => void (await sweepOrders(app.context, app.life)),
    async close() {
      await sweeper.stop();
      await app.server.close();
      await flows.drain(5_000);
      await sandbox.close();
      redis.disconnect();
      await programDb.end({ timeout: 2 });
      await db.end({ timeout: 2 });
      await drop();
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

/** Changes a gem balance as if the app had spent or credited gems. It bypasses the ledger, which the program itself cannot do. */
export async function setBalance(db: Db, account: number, gems: number): Promise<void> {
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update gem_balances set gems = ${gems} where account_id = ${account}`;
  });
}
