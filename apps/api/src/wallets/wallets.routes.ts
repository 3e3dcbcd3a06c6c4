import { checkDomainPayable, openWalletSession, verifyWalletPay } from '@jawhara/contract';
import { answer, refuse } from '../http/answer.ts';
import type { Route } from '../http/route.ts';
import { refusePayment } from '../http/refusal.ts';
import { payByWallet } from '../orders/placing/pay-by-wallet.ts';
import type { OpenOrderDeps } from '../orders/placing/open-order.ts';
import { readOwnOrder } from '../orders/queries/read-own-order.ts';
import { checkDomain, type WalletHosts } from './check-domain.ts';
import { openSession, type WalletSessionDeps } from './open-session.ts';

interface WalletRouteDeps extends WalletHosts {
  readonly orders: OpenOrderDeps;
  readonly displayName: () => Promise<string>;
  readonly health: WalletSessionDeps['health'];
}

/**
 * The calls for wallets. A wallet's order is created by the same call as any other order, and paid with the token of
 * the payment sheet.
 */
export function walletRoutes(route: Route, { orders, displayName, health, ...hosts }: WalletRouteDeps): void {
  const { context } = orders;
  const { providers, payableHosts } = hosts;

  route(checkDomainPayable, async ({ request, caller }) => {
    const standing = await checkDomain(hosts, request, caller);
    return standing === 'unstable' ? refuse('wallet-unstable') : answer(standing);
  });

  route(openWalletSession, async ({ request, caller }) => {
    const order = await readOwnOrder(context, request.orderId, caller);
    if (!order) return refuse('order-not-found');
    const session = { context, providers, payableHosts, displayName, health };
    const sessionJson = await openSession(session, order, request.domain);
    return sessionJson === null ? refuse('wallet-not-available') : answer({ sessionJson });
  });

  route(verifyWalletPay, async ({ request, caller }) => {
    const order = await readOwnOrder(context, request.orderId, caller);
    if (!order) return refuse('order-not-found');
    const { device: payerDevice, accountId: payerAccount, address, locale, siteUrl } = caller;
    const payer = { payerDevice, payerAccount, address, locale, siteUrl };
    const paid = await payByWallet(orders, order, request, payer);
    if (paid.kind === 'asked') return answer(paid.answer);
    return refusePayment(paid);
  });
}
