import type { OrderId, ProviderNumber } from '@jawhara/domain';
import { raiseAlert } from '../../alerts/alert.store.ts';
import { inTransaction } from '../../platform/postgres.ts';
import type { LookUp, PaymentProvider } from '../../providers/provider.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import type { Attempt } from '../store/payment.store.ts';
import type { OrderContext } from './order-context.ts';

export const NOT_CONNECTED = 'provider-not-connected';

/**
 * The provider, or null if this deployment does not have it: then its orders are checked later and one alert is raised. A
 * throw would make the step fail for ever and block the order's other handlers.
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

/** The answer of one provider about a payment. */
export type ProviderAnswer = { readonly provider: ProviderNumber; readonly answer: LookUp };

/**
 * Looks up one attempt at its provider. A look-up that fails on our side is logged and answered `unknown`, so that other
 * providers are still queried.
 */
export async function lookUpPayment(
  context: OrderContext,
  providers: ProviderRegistry,
  orderId: OrderId,
  { provider, providerPaymentId }: Attempt,
): Promise<ProviderAnswer> {
  const connected = await connectedProvider(context, providers, provider);
  if (connected === null) return { provider, answer: { kind: 'unknown', why: 'not connected' } };
  try {
    return { provider, answer: await connected.lookUp(orderId, providerPaymentId) };
  } catch (error) {
    context.logger.error(
      { orderId, provider, err: (error as Error).message },
      'the provider could not be asked',
    );
    return { provider, answer: { kind: 'unknown', why: 'our own fault' } };
  }
}
