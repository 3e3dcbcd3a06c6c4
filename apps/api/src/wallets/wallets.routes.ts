import { checkDomainPayable, openWalletSession, verifyWalletPay } from '@jawhara/contract';
import { answer, refuse } from '../http/answer.ts';
import type { Route } from '../http/route.ts';
import { checkDomain, type WalletHosts } from './check-domain.ts';
import type { OrderContext } from '../orders/order-context.ts';
import { readOwnOrder } from '../orders/reading/read-own-order.ts';

/** The wallet's calls. No provider of a wallet is part of this deployment yet, so an order of theirs cannot exist. */
export function walletRoutes(route: Route, context: OrderContext, hosts: WalletHosts): void {
  route(checkDomainPayable, async ({ request, caller }) => {
    const standing = await checkDomain(hosts, request, caller);
    return standing === 'unstable' ? refuse('wallet-unstable') : answer(standing);
  });

  for (const endpoint of [openWalletSession, verifyWalletPay] as const) {
    route(endpoint as typeof openWalletSession, async ({ request, caller }) => {
      const order = await readOwnOrder(context, request.orderId, caller.device);
      return refuse(order ? 'wallet-not-available' : 'order-not-found');
    });
  }
}
