import {
  cancelOrder,
  checkDomainPayable,
  openWalletSession,
  readRecentOrder,
  verifyWalletPay,
  type DomainQuestion,
  type DomainStanding,
  type WalletPaid,
} from '@jawhara/contract';
import type { OrderId, PayerOrderState, PayAnswer } from '@jawhara/domain';
import type { HttpHandler } from 'msw/http';
import { answer, LOST, refuse } from '../../../api/test/network.ts';
import { merchantSession } from '../../../checkout/methods/wallet/test/with-apple-pay.ts';

/** Decides which channel serves a visitor. */
type ChannelChoice = (prompted: DomainQuestion) => DomainStanding;

/** The server's answers to the calls of a wallet payment; a test changes them. */
export interface WalletServer {
  /** The answer to the wallet check: whether, and on which host, this browser's wallet may pay. */
  domain: DomainStanding | typeof LOST | ReturnType<typeof refuse> | ChannelChoice;
  /** How many further requests for a merchant session fail. */
  sessionsLost: number;
  walletPaid: WalletPaid | typeof LOST | ReturnType<typeof refuse>;
  /** The order that the payer authorised on another host, or in the system browser. */
  recentOrder: OrderId | typeof LOST | null;
  /** The state that the order reached meanwhile, without a report by the provider. */
  ends: PayerOrderState | null;
}

export const stateOf = (answer: PayAnswer): PayerOrderState => {
  if (answer.kind === 'paid') return 'delivered';
  return answer.kind === 'refused' ? 'refused' : 'pending';
};

/** Handlers of the calls that only a wallet makes. */
export function walletAnswers(
  server: WalletServer,
  changeTo: (orderId: OrderId, state: PayerOrderState) => void,
): HttpHandler[] {
  return [
    answer(checkDomainPayable, (prompted) =>
      typeof server.domain === 'function' ? server.domain(prompted) : server.domain,
    ),
    answer(readRecentOrder, () => (server.recentOrder === LOST ? LOST : { orderId: server.recentOrder })),
    answer(openWalletSession, () => {
      server.sessionsLost -= 1;
      return server.sessionsLost >= 0 ? refuse('wallet-not-available') : { sessionJson: merchantSession() };
    }),
    answer(verifyWalletPay, ({ orderId }) => {
      if (typeof server.walletPaid === 'object' && 'kind' in server.walletPaid) {
        const paid = server.walletPaid as WalletPaid;
        changeTo(orderId, server.ends ?? stateOf(paid));
        return paid;
      }
      return server.walletPaid;
    }),
    answer(cancelOrder, ({ orderId }) => {
      changeTo(orderId, 'cancelled');
      return {};
    }),
  ];
}
