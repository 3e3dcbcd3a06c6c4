import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PROVIDER_NUMBERS, STRIPE, TAP, type ProviderNumber } from '@jawhara/domain';
import { APPLE_PAY_KEYS } from '../../../../tools/stack/apple-pay-keys.ts';
import { STACK_PROVIDERS } from '../../../../tools/stack/stack-providers.ts';
import { readEnv } from './env.ts';

// The files that read the program's settings, each provider's, and those that only operators' commands need.
const source = [
  'env.ts',
  'operator-env.ts',
  '../providers/provider-entry.ts',
  ...globSync('../providers/*/*.ts', { cwd: import.meta.dirname }).filter((file) =>
    /\/([^/]+)\/\1\.ts$/.test(file),
  ),
]
  .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
  .join('\n');
const guide = readFileSync(new URL('../../../../docs/operations/environment.md', import.meta.url), 'utf8');
const names = [...source.matchAll(/(?:^(?: {2}){1,2}|source\[')([A-Z][A-Z0-9_]+)(?:: |'\])/gm)].map(
  (match) => match[1] ?? '',
);

const url = 'http://127.0.0.1:1';
const least = {
  API_PORT: '4101',
  FLOW_PORT: '4102',
  DATABASE_URL: url,
  REDIS_URL: url,
  RESTATE_INGRESS_URL: url,
  RESTATE_ADMIN_URL: url,
  SITE_URL: url,
  DEVICE_KEYS: 'a-device-key-of-thirty-two-letters',
  FINE_QUOTE_KEY: 'a-key-of-fine-quotes-of-forty-letters-00',
  RECEIPT_KEYS: 'a-receipt-key-of-thirty-two-letters',
  CHECKOUT_COM_API_URL: url,
  CHECKOUT_COM_SECRET_KEY: 'sk_x',
  CHECKOUT_COM_PUBLIC_KEY: 'pk_x',
  CHECKOUT_COM_PROCESSING_CHANNEL_ID: 'pc_x',
  CHECKOUT_COM_WEBHOOK_KEY: 'sixteen letters!',
  CHECKOUT_COM_FIELDS_URL: url,
  CHECKOUT_COM_ENVIRONMENT: 'sandbox',
};

const settingsListed = (text: string): string[] =>
  [...text.matchAll(/^\| (.+?) \|/gm)].flatMap((row) =>
    [...(row[1] ?? '').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map((match) => match[1] ?? ''),
  );

it('every setting of the program is in the operator’s guide', () => {
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});

it('the operator’s guide lists only settings that some program reads', () => {
  // The settings in the last part of the guide are read when the site is built.
  const [forServers = '', forTheBuild = ''] = guide.split(/^## The site, when it is built$/m);
  const builds = globSync('../../../web/build/*.ts', { cwd: import.meta.dirname })
    .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
    .join('\n');
  expect(settingsListed(forTheBuild).filter((name) => !builds.includes(`env['${name}']`))).toEqual([]);
  expect(settingsListed(forServers).filter((name) => !names.includes(name))).toEqual([]);
});

it('a missing or wrong setting stops the start, and is named', () => {
  expect(() => readEnv({})).toThrow(/DATABASE_URL.*REDIS_URL/);
  expect(() => readEnv({ BACKUP_DOMAINS: '{"a b":1}' })).toThrow(/BACKUP_DOMAINS/);
});

it('the server starts only with device keys that are long enough', () => {
  const [one, two] = ['1', '2'].map((digit) => digit.repeat(32)) as [string, string];
  expect(readEnv({ ...least, DEVICE_KEYS: one }).deviceKeys).toEqual([one]);
  expect(readEnv({ ...least, DEVICE_KEYS: `${two}, ${one}` }).deviceKeys).toEqual([two, one]);
  for (const wrong of [undefined, '', 'short', `${one},short`, `${one},`])
    expect(() => readEnv({ ...least, DEVICE_KEYS: wrong })).toThrow('DEVICE_KEYS');
});

const TOKEN = 'a-token-of-the-engine-0123456789abcdef';
const GUARDED = {
  REDIS_URL: 'redis://web:secret@10.77.15.2:6379/0',
  RESTATE_INGRESS_TOKEN: TOKEN,
  RESTATE_ADMIN_TOKEN: TOKEN,
};

it('the server starts only with a key of fine quotes that is long enough', () => {
  expect(readEnv(least).fineQuoteKeys).toHaveLength(2);
  for (const wrong of [undefined, '', 'short'])
    expect(() => readEnv({ ...least, FINE_QUOTE_KEY: wrong })).toThrow('FINE_QUOTE_KEY');
});

describe('payment providers', () => {
  const shop = Object.fromEntries(
    Object.entries(least).filter(([name]) => !name.startsWith('CHECKOUT_COM_')),
  );
  const identity = {
    APPLE_PAY_MERCHANT_ID: APPLE_PAY_KEYS.merchantId,
    APPLE_PAY_CERTIFICATE: APPLE_PAY_KEYS.merchantCertificate,
    APPLE_PAY_KEY: APPLE_PAY_KEYS.merchantKey,
  };
  const urls = { api: url, sandbox: url };
  const alone = (provider: ProviderNumber) => ({
    ...shop,
    ...identity,
    ...STACK_PROVIDERS[provider].environment(urls),
  });

  it.each(PROVIDER_NUMBERS)('the server starts with provider %i alone', (provider) => {
    const { providers } = readEnv(alone(provider));
    expect(PROVIDER_NUMBERS.filter((number) => providers[number] !== null)).toEqual([provider]);
  });

  it('the server does not start without a payment provider', () => {
    expect(() => readEnv(shop)).toThrow('the settings of a payment provider');
  });

  it('a missing setting of Checkout.com stops the start and is named', () => {
    for (const name of Object.keys(least).filter((setting) => setting.startsWith('CHECKOUT_COM_')))
      expect(() => readEnv({ ...least, [name]: undefined })).toThrow(name);
  });

  it('without Checkout.com the server signs fine quotes with the configured key and accepts only that key', () => {
    expect(readEnv(alone(TAP)).fineQuoteKeys).toHaveLength(1);
  });

  it('with a live key of Tap or Stripe the server does not start without the operator’s facts', () => {
    for (const live of [
      { ...alone(TAP), TAP_SECRET_KEY: 'sk_live_12345678' },
      { ...alone(STRIPE), STRIPE_SECRET_KEY: 'rk_live_12345678' },
    ])
      expect(() => readEnv(live)).toThrow(/OPERATOR_FACTS_FILE.*operator_name/);
  });
});

describe('settings of Redis and the engine', () => {
  const open = { ...least, LISTEN_HOST: '10.0.0.11', RESTATE_IDENTITY_KEYS: 'publickeyv1_aB1' };

  it('on loopback the server starts without a Redis user and without tokens for the engine', () => {
    expect(readEnv(least)).toMatchObject({
      redisUrl: url,
      redisCa: null,
      restateIngress: { url, token: null },
      restateAdmin: { url, token: null },
    });
  });

  it('beyond loopback the server starts only with a Redis user and both tokens for the engine', () => {
    expect(() => readEnv(open)).toThrow(
      /REDIS_URL with a user and a password, RESTATE_INGRESS_TOKEN, RESTATE_ADMIN_TOKEN/,
    );
    for (const name of Object.keys(GUARDED))
      expect(() =>
        readEnv({ ...open, ...GUARDED, [name]: name === 'REDIS_URL' ? 'redis://:only@h' : undefined }),
      ).toThrow(name);
    expect(readEnv({ ...open, ...GUARDED })).toMatchObject({ restateAdmin: { url, token: TOKEN } });
  });

  it('a web process starts without the token for the engine’s admin API, and a worker does not', () => {
    const { RESTATE_ADMIN_TOKEN: _admin, ...web } = GUARDED;
    expect(readEnv({ ...open, ...web, ROLE: 'web' }).restateAdmin.token).toBeNull();
    expect(() => readEnv({ ...open, ...web, ROLE: 'worker' })).toThrow('RESTATE_ADMIN_TOKEN');
  });

  it.each(['short', 'with a blank in it, and long enough for one', `line\n${'x'.repeat(40)}`])(
    'a token of the engine that is too short or does not fit a header stops the start: %j',
    (token) => {
      expect(() => readEnv({ ...least, RESTATE_INGRESS_TOKEN: token })).toThrow('RESTATE_INGRESS_TOKEN');
    },
  );

  it('a certificate authority for Redis must be a certificate, and is accepted only with TLS', () => {
    const REDIS_CA = '-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----';
    expect(() => readEnv({ ...least, REDIS_CA })).toThrow('REDIS_CA');
    expect(() => readEnv({ ...least, REDIS_URL: 'rediss://h', REDIS_CA: '/etc/ca.pem' })).toThrow('REDIS_CA');
    expect(readEnv({ ...least, REDIS_URL: 'rediss://h', REDIS_CA }).redisCa).toBe(REDIS_CA);
  });
});

describe('settings of a process', () => {
  it('a process without a role runs all roles on loopback under the build name "local"', () => {
    expect(readEnv(least).running).toEqual({
      role: 'all',
      host: '127.0.0.1',
      apiPort: 4101,
      flows: { port: 4102, url: 'http://127.0.0.1:4102/b/local', registersItself: true },
      build: 'local',
      identityKeys: [],
    });
  });

  it('a process needs only the ports of its role', () => {
    const { API_PORT, FLOW_PORT, ...rest } = least;
    expect(readEnv({ ...rest, API_PORT, ROLE: 'web' }).running).toMatchObject({ apiPort: 4101, flows: null });
    expect(readEnv({ ...rest, FLOW_PORT, ROLE: 'worker' }).running).toMatchObject({ apiPort: null });
    expect(() => readEnv({ ...rest, API_PORT, ROLE: 'worker' })).toThrow('FLOW_PORT');
    expect(() => readEnv({ ...rest, FLOW_PORT })).toThrow('API_PORT');
  });

  it('a worker registers its own address and build with the engine', () => {
    const set = {
      FLOW_URL: 'http://flows.internal:9190/',
      BUILD: '1.0.328-a1b2',
      FLOW_REGISTRATION: 'release',
    };
    expect(readEnv({ ...least, ...set }).running.flows).toEqual({
      port: 4102,
      url: 'http://flows.internal:9190/b/1.0.328-a1b2',
      registersItself: false,
    });
    expect(() => readEnv({ ...least, BUILD: '../x' })).toThrow('BUILD');
  });

  it('a worker listens beyond loopback only with identity keys of the engine', () => {
    const open = { ...least, ...GUARDED, LISTEN_HOST: '0.0.0.0' };
    expect(() => readEnv(open)).toThrow('RESTATE_IDENTITY_KEYS');
    expect(() => readEnv({ ...open, RESTATE_IDENTITY_KEYS: 'sk_x' })).toThrow('RESTATE_IDENTITY_KEYS');
    const keys = 'publickeyv1_aB1, publickeyv1_cD2';
    expect(readEnv({ ...open, RESTATE_IDENTITY_KEYS: keys }).running.identityKeys).toHaveLength(2);
    expect(readEnv({ ...open, ROLE: 'web' }).running.flows).toBeNull();
  });
});

describe('settings that the legal texts show', () => {
  it('the operator’s facts contain the delivery limit and the refund decision days of the settings', () => {
    const env = readEnv({ ...least, DELIVERY_LIMIT_HOURS: '6', DECISION_WORKING_DAYS: '5' });
    expect(env.promises).toEqual({ deliveryLimitHours: 6, decisionWorkingDays: 5 });
    expect(env.operatorFacts.en).toMatchObject({
      delivery_limit: '6 hours',
      refund_decision_days: '5 working days',
    });
    expect(readEnv(least).promises).toEqual({ deliveryLimitHours: 24, decisionWorkingDays: 3 });
  });

  it.each([
    ['DELIVERY_LIMIT_HOURS', ['25', '0', '', '24 hours', '1.5']],
    ['DECISION_WORKING_DAYS', ['11', '0', '', '3 days']],
  ])('an invalid %s stops the start and is named', (name, wrong) => {
    for (const value of wrong) expect(() => readEnv({ ...least, [name]: value })).toThrow(name);
  });
});

describe('the settings of fines', () => {
  it.each([
    [{}, 1000, 99_999_999],
    [{ FINE_BASE_USD_CENTS: '500' }, 500, 99_999_999],
    [{ FINE_BASE_USD_CENTS: '500', FINE_MAX_USD_CENTS: '500' }, 500, 500],
  ])(
    '[FIN-02] the largest fine is the configured one, or the largest amount that providers charge: %o',
    (set, baseUsdCents, maxUsdCents) => {
      expect(readEnv({ ...least, ...set }).finePrices).toEqual({ baseUsdCents, maxUsdCents });
    },
  );

  it('[FIN-02] a maximum fine below the base fine stops the start', () => {
    expect(() => readEnv({ ...least, FINE_MAX_USD_CENTS: '999' })).toThrow('FINE_MAX_USD_CENTS');
  });
});

it.each([
  { CHECKOUT_COM_ENVIRONMENT: 'production' },
  {
    ADYEN_API_KEY: 'sixteen letters!',
    ADYEN_API_URL: url,
    ADYEN_MERCHANT_ACCOUNT: 'Jawhara',
    ADYEN_HMAC_KEY: '4A61'.repeat(8),
    ADYEN_CLIENT_KEY: 'live_X',
  },
])('a live card provider stops the start without the operator’s facts: %o', (live) => {
  expect(readEnv(least).operatorFacts.ar.operator_name).toBeTruthy();
  expect(() => readEnv({ ...least, ...live })).toThrow(/OPERATOR_FACTS_FILE.*operator_name/);
});

describe('[ORD-21] the settings of mail', () => {
  const mail = {
    MAIL_SMTP_HOST: 'smtp.example',
    MAIL_SENDER: 'news@shop.example',
    MAIL_REPLY_TO: 'help@shop.example',
    MAIL_RETURN_DOMAIN: 'returns.shop.example',
    MAIL_KEYS: 'a-mail-key-of-at-least-thirty-two-letters',
    MAIL_RETURNS_KEY: 'a-returns-key-of-at-least-thirty-two-letters',
  };

  it('without a mail server in the settings mail is off; with one, mail is sent over STARTTLS by default', () => {
    expect(readEnv(least).mail).toBeNull();
    expect(readEnv({ ...least, ...mail }).mail?.server).toMatchObject({ port: 587, tls: 'starttls' });
  });

  it.each(['MAIL_SENDER', 'MAIL_REPLY_TO', 'MAIL_RETURN_DOMAIN', 'MAIL_KEYS', 'MAIL_RETURNS_KEY'] as const)(
    'a mail server without %s stops the start',
    (name) => {
      const { [name]: _left, ...rest } = mail;
      expect(() => readEnv({ ...least, ...rest })).toThrow(name);
    },
  );

  it('unencrypted mail is allowed to this machine alone', () => {
    const bare = { ...least, ...mail, MAIL_SMTP_TLS: 'none' };
    expect(() => readEnv(bare)).toThrow('MAIL_SMTP_TLS');
    expect(readEnv({ ...bare, MAIL_SMTP_HOST: '127.0.0.1' }).mail?.server.tls).toBe('none');
  });

  it('a mail login needs both user and password', () => {
    const login = { MAIL_SMTP_USER: 'shop', MAIL_SMTP_PASSWORD: 'secret of the test' };
    const { server } = readEnv({ ...least, ...mail, ...login }).mail ?? {};
    expect(server?.login).toEqual({ user: 'shop', password: 'secret of the test' });
    for (const name of ['MAIL_SMTP_USER', 'MAIL_SMTP_PASSWORD'] as const)
      expect(() => readEnv({ ...least, ...mail, [name]: login[name] })).toThrow('MAIL_SMTP_USER');
  });
});
