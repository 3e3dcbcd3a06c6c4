import type { Logger } from 'pino';
import type { Env } from './env.ts';
import type { Metrics } from './platform/metrics.ts';
import { checkoutComProvider } from './providers/checkout-com/checkout-com.provider.ts';
import { providerRegistry, type ProviderRegistry } from './providers/registry.ts';

/** Which providers this deployment has. Every call to one is counted, timed and logged with the id its support asks for. */
export function connectProviders(env: Env, metrics: Metrics, logger: Logger): ProviderRegistry {
  return providerRegistry([
    checkoutComProvider({
      baseUrl: env.checkoutCom.apiUrl,
      secretKey: env.checkoutCom.secretKey,
      processingChannelId: env.checkoutCom.processingChannelId,
      webhookKey: env.checkoutCom.webhookKey,
      observe({ name, outcome, requestId, tookMs }) {
        metrics.providerCalled(13, name, outcome, tookMs / 1000);
        logger.info(
          { provider: 13, call: name, outcome, ckoRequestId: requestId, tookMs: Math.round(tookMs) },
          'provider called',
        );
      },
    }),
  ]);
}
