import type { ProviderNumber } from '@jawhara/domain';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { connectProviders } from './connect-providers.ts';
import type { Env } from './env.ts';
import { createMetrics } from '../platform/metrics.ts';
import type { PaymentProvider } from '../providers/provider.ts';
import { newOrderId } from '../providers/test/provider-world.ts';
import { CHECKOUT_COM_KEYS, startStage, type ProviderStage } from '../test/provider-stage.ts';

let stage: ProviderStage;
let provider: PaymentProvider;
let observedCalls: string[] = [];

beforeAll(async () => {
  stage = await startStage(13, '', () => ({ 'checkout-com': { ...CHECKOUT_COM_KEYS, webhookUrl: null } }));
  const checkoutCom = {
    ...CHECKOUT_COM_KEYS,
    apiUrl: stage.url,
    processingChannelId: 'pc_1',
    fields: { publicKey: 'pk_1' },
  };
  const watch = {
    metrics: createMetrics(),
    logger: pino({ level: 'silent' }),
    health: {
      note: (number: ProviderNumber, ended: string) => void observedCalls.push(`${number} ${ended}`),
      failing: async () => [],
    },
    refusing: (number: ProviderNumber, outcome: string) =>
      void observedCalls.push(`${number} refuses: ${outcome}`),
    answering: (number: ProviderNumber) => void observedCalls.push(`${number} answers`),
  };
  const env = {
    providers: { 13: checkoutCom, 17: null, 6: null, 18: null, 19: null, 30: null },
  } as unknown as Env;
  provider = connectProviders(env, watch, () => new Date()).get(13);
});
afterAll(() => stage.stop());
afterEach(async () => {
  observedCalls = [];
  await stage.control('reset', {});
});

it.each([
  ['a revoked key', { revokedKey: true }, '401'],
  ['too many requests', { tooManyRate: 1 }, '429'],
])(
  'a provider’s answer of %s counts as no answer, and is reported as the provider refusing all our calls',
  async (_what, outage, outcome) => {
    await stage.control('api', outage);
    expect((await provider.lookUp(newOrderId(), null)).kind).toBe('unknown');
    expect(observedCalls).toEqual(['13 unknown', `13 refuses: ${outcome}`]);
  },
);

it('a call that a provider answers with a server error is counted as a call with an unknown result', async () => {
  await stage.control('api', { failRate: 1 });
  await provider.lookUp(newOrderId(), null);
  expect(observedCalls).toEqual(['13 unknown']);
});

it('a call that a provider answers is counted as answered', async () => {
  await provider.lookUp(newOrderId(), null);
  expect(observedCalls).toEqual(['13 answered', '13 answers']);
});
