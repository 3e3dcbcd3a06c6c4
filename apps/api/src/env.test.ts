import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readEnv } from './env.ts';

// The program's settings, each provider's, and what only an operator's commands read.
const source = [
  'env.ts',
  'operator-env.ts',
  ...globSync('providers/*/settings.ts', { cwd: import.meta.dirname }),
]
  .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
  .join('\n');
const guide = readFileSync(new URL('../../../docs/operations/environment.md', import.meta.url), 'utf8');
const names = [...source.matchAll(/(?:^ {4}|source\[')([A-Z][A-Z0-9_]+)(?:: |'\])/gm)].map(
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
  CHECKOUT_COM_API_URL: url,
  CHECKOUT_COM_SECRET_KEY: 'sk_x',
  CHECKOUT_COM_PUBLIC_KEY: 'pk_x',
  CHECKOUT_COM_PROCESSING_CHANNEL_ID: 'pc_x',
  CHECKOUT_COM_WEBHOOK_KEY: 'sixteen letters!',
  CHECKOUT_COM_FIELDS_URL: url,
  CHECKOUT_COM_ENVIRONMENT: 'sandbox',
};

it('every setting is in the operator’s guide', () => {
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});

it('the guide lists no setting that is not read', () => {
  const listed = [...guide.matchAll(/^\| (.+?) \|/gm)].flatMap((row) =>
    [...(row[1] ?? '').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map((match) => match[1] ?? ''),
  );
  expect(listed.filter((name) => !names.includes(name))).toEqual([]);
});

it('a missing or wrong setting stops the start, and is named', () => {
  expect(() => readEnv({})).toThrow(/API_PORT.*DATABASE_URL/);
  expect(() => readEnv({ BACKUP_DOMAINS: '{"a b":1}' })).toThrow(/BACKUP_DOMAINS/);
});

it('keys of devices are there, long enough, and as many as a change of keys needs', () => {
  const [one, two] = ['1', '2'].map((digit) => digit.repeat(32)) as [string, string];
  expect(readEnv({ ...least, DEVICE_KEYS: one }).deviceKeys).toEqual([one]);
  expect(readEnv({ ...least, DEVICE_KEYS: `${two}, ${one}` }).deviceKeys).toEqual([two, one]);
  for (const wrong of [undefined, '', 'short', `${one},short`, `${one},`])
    expect(() => readEnv({ ...least, DEVICE_KEYS: wrong })).toThrow('DEVICE_KEYS');
});

describe('the cap on fines', () => {
  it.each([
    [{}, 1000, 10_000],
    [{ FINE_BASE_USD_CENTS: '500' }, 500, 5_000],
    [{ FINE_BASE_USD_CENTS: '500', FINE_MAX_USD_CENTS: '500' }, 500, 500],
  ])(
    '[FIN-02] is ten times the first one unless the operator sets it: %o',
    (set, baseUsdCents, maxUsdCents) => {
      expect(readEnv({ ...least, ...set }).finePrices).toEqual({ baseUsdCents, maxUsdCents });
    },
  );

  it('[FIN-02] is never below the first one', () => {
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
])('with a live provider the operator’s facts are there, or the start stops: %o', (live) => {
  expect(readEnv(least).operatorFacts.ar.operator_name).toBeTruthy();
  expect(() => readEnv({ ...least, ...live })).toThrow(/OPERATOR_FACTS_FILE.*operator_name/);
});
