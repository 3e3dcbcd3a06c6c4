import { isPaidBy, payerReferenceOf, type PayType, type ProviderNumber } from '@jawhara/domain';
import type { Logger } from 'pino';
import { isPastDeadline, type OrderContext } from '../orders/base/order-context.ts';
import type { StoredOrder } from '../orders/store/order.store.ts';
import type { PaymentProvider } from '../providers/provider.ts';
import { providerFor, type ProviderRegistry } from '../providers/registry.ts';

export interface WalletSessionDeps {
  readonly context: OrderContext;
  readonly providers: ProviderRegistry;
  /** The hosts that this deployment lists. A session for any other host would let that host take payments in the shop's name. */
  readonly payableHosts: readonly string[];
  /** The name of the shop in the payment sheet. */
  readonly displayName: () => Promise<string>;
  /** Counts whether the sheet could be opened. A channel whose sheets cannot be opened is avoided. */
  readonly health: { note(wallet: PayType, ended: 'answered' | 'unknown'): void };
}

/** The token of the sheet starts the payment, so an order whose payment has started or ended needs no sheet. */
function isWaitingForSheet(context: OrderContext, order: StoredOrder): boolean {
  const isForSheet = isPaidBy(order.payType, { walletSheet: true });
  return isForSheet && order.state === 'created' && !isPastDeadline(context, order);
}

function openerOf(providers: ProviderRegistry, order: StoredOrder): PaymentProvider | null {
  const provider: ProviderNumber | null = providerFor(providers, order.payType);
  return provider === null ? null : providers.get(provider);
}

function logNoSession(logger: Logger, order: StoredOrder, why: string): null {
  logger.warn({ orderId: order.id, payType: order.payType, why }, 'no merchant session for a wallet');
  return null;
}

/** Opens the merchant session for an order that waits for its payment sheet. Null if that is not possible; the log says why. */
export async function openSession(
  { context, providers, payableHosts, displayName, health }: WalletSessionDeps,
  order: StoredOrder,
  domain: string,
): Promise<string | null> {
  const { logger } = context;
  if (!isWaitingForSheet(context, order)) return logNoSession(logger, order, 'the order waits for no sheet');
  if (!payableHosts.includes(domain))
    return logNoSession(logger, order, 'the host is none of the deployment');
  const session = await openerOf(providers, order)?.openWalletSession?.({
    domain,
    displayName: await displayName(),
    payerReference: payerReferenceOf({ device: order.payerDevice, accountId: order.payerAccountId }),
    amountUsdCents: order.priceUsdCents,
  });
  if (session !== undefined) health.note(order.payType, session.kind === 'opened' ? 'answered' : 'unknown');
  if (session?.kind === 'opened') return session.sessionJson;
  return logNoSession(logger, order, session?.why ?? 'nobody opens sheets for it');
}
