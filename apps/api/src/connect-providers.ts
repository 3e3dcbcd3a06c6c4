import type { ProviderNumber } from '@jawhara/domain';
import type { Logger } from 'pino';
import type { Env } from './env.ts';
import type { ProviderHealth } from './guards/provider-health.ts';
import type { Clock } from './platform/clock.ts';
import type { Metrics } from './platform/metrics.ts';
import { adyenProvider } from './providers/adyen/adyen.provider.ts';
import { checkoutComProvider } from './providers/checkout-com/checkout-com.provider.ts';
import type { ObserveCall } from './providers/observe-call.ts';
import { payermaxProvider } from './providers/payermax/payermax.provider.ts';
import type { PaymentProvider } from './providers/provider.ts';
import { providerRegistry, type ProviderRegistry } from './providers/registry.ts';

export interface ProviderWatch {
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly health: ProviderHealth;
}

/** A status below 500 is an answer, whatever it says. */
function isAnswer(outcome: string): boolean {
  return /^[1-4]\d\d$/.test(outcome);
}

function observer({ metrics, logger, health }: ProviderWatch, provider: ProviderNumber): ObserveCall {
  return ({ name, outcome, requestId, tookMs }) => {
    health.note(provider, isAnswer(outcome) ? 'answered' : 'unknown');
    metrics.providerCalled(provider, name, outcome, tookMs / 1000);
    logger.info(
      { provider, call: name, outcome, providerRequestId: requestId, tookMs: Math.round(tookMs) },
      'provider called',
    );
  };
}

/** The providers this deployment has settings for. */
export function providersOf(env: Env): ProviderNumber[] {
  return [13, ...(env.adyen === null ? [] : [17 as const]), ...(env.payermax === null ? [] : [6 as const])];
}

function adyenOf({ adyen }: Env, watch: ProviderWatch): PaymentProvider[] {
  if (adyen === null) return [];
  const { apiUrl: baseUrl, fields: _fields, ...facts } = adyen;
  return [adyenProvider({ ...facts, baseUrl, observe: observer(watch, 17) })];
}

function payermaxOf({ payermax }: Env, watch: ProviderWatch, now: Clock): PaymentProvider[] {
  if (payermax === null) return [];
  const { apiUrl: baseUrl, fields: _fields, ...facts } = payermax;
  return [payermaxProvider({ ...facts, baseUrl, now, observe: observer(watch, 6) })];
}

/** Every call to a provider is counted, timed and logged with the id its support asks for. */
export function connectProviders(env: Env, watch: ProviderWatch, now: Clock): ProviderRegistry {
  return providerRegistry([
    checkoutComProvider({
      baseUrl: env.checkoutCom.apiUrl,
      secretKey: env.checkoutCom.secretKey,
      processingChannelId: env.checkoutCom.processingChannelId,
      webhookKey: env.checkoutCom.webhookKey,
      observe: observer(watch, 13),
    }),
    ...adyenOf(env, watch),
    ...payermaxOf(env, watch, now),
  ]);
}
