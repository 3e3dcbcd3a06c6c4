import type { ProviderNumber } from '@jawhara/domain';
import { raiseAlert } from '../../alerts/alert.store.ts';
import { inTransaction } from '../../platform/postgres.ts';
import type { PaymentProvider } from '../../providers/provider.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import type { OrderContext } from './order-context.ts';

export const NOT_CONNECTED = 'provider-not-connected';

/**
 * The provider, or null where this deployment does not have it: its orders wait by their own clocks, and one alert is raised. A throw
 * would make the step fail for ever and block the order's other handlers.
 */
export async function connectedProvider(
  { db, now, newId, logger }: Pick<OrderContext, 'db' | 'now' | 'newId' | 'logger'>,
  providers: ProviderRegistry,
  provider: ProviderNumber,
): Promise<PaymentProvider | null> {
  if (providers.has(provider)) return providers.get(provider);
  const isNew = await inTransaction(db, (tx) =>
    raiseAlert(tx, {
      id: newId(),
      kind: NOT_CONNECTED,
      orderId: null,
      recipientId: null,
      detail: { provider },
      at: now(),
    }),
  );
  if (isNew)
    logger.error({ alert: NOT_CONNECTED, provider }, 'an order needs a provider that is not connected');
  return null;
}
