import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { ADYEN, CHECKOUT_COM, DEMO, PAYERMAX, STRIPE, TAP, type ProviderNumber } from '@jawhara/domain';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { APPLE_PAY_KEYS } from '../../../../tools/stack/apple-pay-keys.ts';
import { STACK_PROVIDERS } from '../../../../tools/stack/stack-providers.ts';
import { PROVIDER_ENTRIES } from './provider-entries.ts';
import type { PaymentProvider, RawWebhook } from './provider.ts';
import { CHARGE } from './tap/test/tap-answering.ts';
import { signedText } from './tap/webhook.ts';

const NOW = new Date('2026-11-19T12:00:00Z');
const URLS = { api: 'http://127.0.0.1:1', sandbox: 'http://127.0.0.1:2' };
const APPLE = {
  APPLE_PAY_MERCHANT_ID: APPLE_PAY_KEYS.merchantId,
  APPLE_PAY_CERTIFICATE: APPLE_PAY_KEYS.merchantCertificate,
  APPLE_PAY_KEY: APPLE_PAY_KEYS.merchantKey,
};

const hex = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex');
const raw = (body: string, headers: RawWebhook['headers'] = {}): RawWebhook => ({
  headers,
  body: Buffer.from(body),
});

const CHARGE_TEXT = JSON.stringify(CHARGE);
const AT = NOW.getTime() / 1000;

interface Rotation {
  readonly provider: ProviderNumber;
  readonly setting: string;
  /** The new secret, the old secret, and a secret that is not configured. */
  readonly values: readonly [string, string, string];
  readonly signed: (value: string) => RawWebhook;
  /** Joins both secrets as the setting expects them. */
  readonly both?: (newest: string, older: string) => string;
}

const pairs = [1, 2, 3].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }));
const pemOf = (place: string): string =>
  String(pairs[Number(place)]?.publicKey.export({ type: 'spki', format: 'pem' }));
const base64 = (text: string): string => Buffer.from(text).toString('base64');

const ROTATIONS: readonly Rotation[] = [
  {
    provider: CHECKOUT_COM,
    setting: 'CHECKOUT_COM_WEBHOOK_KEY',
    values: ['the-newest-key-of-webhooks', 'the-older-key-of-webhooks', 'a-key-that-nobody-has-set'],
    signed: (key) => raw('{}', { 'cko-signature': hex(key, '{}') }),
  },
  {
    provider: ADYEN,
    setting: 'ADYEN_HMAC_KEY',
    values: ['AA'.repeat(32), 'BB'.repeat(32), 'CC'.repeat(32)],
    signed: (key) =>
      raw('{}', {
        hmacsignature: createHmac('sha256', Buffer.from(key, 'hex')).update('{}').digest('base64'),
      }),
  },
  {
    provider: STRIPE,
    setting: 'STRIPE_WEBHOOK_SECRET',
    values: ['whsec_newest0000000001', 'whsec_older00000000001', 'whsec_nobody0000000001'],
    signed: (secret) => raw('{}', { 'stripe-signature': `t=${AT},v1=${hex(secret, `${AT}.{}`)}` }),
  },
  {
    provider: TAP,
    setting: 'TAP_SECRET_KEY',
    values: ['sk_test_newest0001', 'sk_test_older0001', 'sk_test_nobody0001'],
    signed: (key) => raw(CHARGE_TEXT, { hashstring: hex(key, signedText(CHARGE) ?? '') }),
  },
  {
    provider: DEMO,
    setting: 'DEMO_WEBHOOK_KEY',
    values: ['the-newest-demo-key', 'the-older-demo-key', 'a-demo-key-of-nobody'],
    signed: (key) => raw('{}', { 'demo-signature': hex(key, '{}') }),
  },
  {
    provider: PAYERMAX,
    setting: 'PAYERMAX_PUBLIC_KEY',
    values: ['0', '1', '2'],
    both: (newest, older) => base64(`${pemOf(newest)}${pemOf(older)}`),
    signed: (place) => {
      const key = pairs[Number(place)]?.privateKey;
      if (key === undefined) throw new Error('no such key');
      return raw('{}', { sign: sign('RSA-SHA256', Buffer.from('{}'), key).toString('base64') });
    },
  },
];

function providerWith({ provider, setting }: Rotation, value: string): PaymentProvider {
  const entry = PROVIDER_ENTRIES[provider];
  const env = { ...STACK_PROVIDERS[provider].environment(URLS), ...APPLE, [setting]: value };
  const settings = v.parse(entry.settings as v.GenericSchema<unknown, never>, env);
  return entry.connect(settings, { observe: () => {}, now: () => NOW });
}

describe.each(ROTATIONS)('$setting with two values', (rotation) => {
  const { values, signed } = rotation;
  const [newest, older, nobodys] = values;
  const both = rotation.both ?? ((first: string, second: string) => `${first},${second}`);

  it('webhooks signed with either of two configured secrets are accepted, and with any other refused as forged', () => {
    for (const value of [both(newest, older), both(older, newest)]) {
      const provider = providerWith(rotation, value);
      for (const one of [newest, older]) expect(provider.readWebhook(signed(one)).kind).not.toBe('forged');
      expect(provider.readWebhook(signed(nobodys))).toEqual({ kind: 'forged' });
    }
  });

  it('a webhook signed with the older secret is refused as forged once that secret is removed', () => {
    const provider = providerWith(rotation, both(newest, newest));
    expect(provider.readWebhook(signed(newest)).kind).not.toBe('forged');
    expect(provider.readWebhook(signed(older))).toEqual({ kind: 'forged' });
  });
});

it.each(ROTATIONS.filter(({ both }) => both === undefined))(
  'the setting $setting refuses three values and an empty value',
  (rotation) => {
    for (const value of [rotation.values.join(','), `${rotation.values[0]},`])
      expect(() => providerWith(rotation, value)).toThrow(/Invalid|missing/);
  },
);
