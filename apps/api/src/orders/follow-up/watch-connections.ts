import { healAlert, openAlertsOfKind } from '../../alerts/alert.store.ts';
import { inTransaction } from '../../platform/postgres.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import { NOT_CONNECTED } from '../base/connected-provider.ts';
import type { OrderContext } from '../base/order-context.ts';

const READ_MAX = 100;

/** Closes the alerts of providers that are connected again. Their orders continue at their next check. */
export async function watchConnections(
  { db, now, logger }: Pick<OrderContext, 'db' | 'now' | 'logger'>,
  providers: ProviderRegistry,
): Promise<void> {
  for (const { kind, subject, detail } of await openAlertsOfKind(db, NOT_CONNECTED, READ_MAX)) {
    const provider = detail['provider'];
    if (typeof provider !== 'number' || !providers.has(provider as Parameters<typeof providers.has>[0]))
      continue;
    const why = 'the provider is connected again';
    await inTransaction(db, (tx) => healAlert(tx, { kind, about: { subject }, why, at: now() }));
    logger.info({ alert: kind, subject }, why);
  }
}
