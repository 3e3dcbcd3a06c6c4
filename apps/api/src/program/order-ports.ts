import { deliverGems } from '../orders/delivery/deliver-order.ts';
import type { OrderContext } from '../orders/base/order-context.ts';
import { mailNews } from '../mails/record-news.ts';
import { deliverFine } from '../penalties/deliver-fine.ts';
import { applyChargeback, liftChargeback, followFineMoney } from '../penalties/chargeback-penalties.ts';
import { isCardRestricted } from '../penalties/restriction.store.ts';
import { savedCardKeeper } from '../saved-cards/note-card.ts';

/** The ports of orders to the other rooms: the same for the server and for operators' commands. */
export const ORDER_PORTS: Pick<OrderContext, 'deliverers' | 'cards' | 'penalties' | 'news'> = {
  deliverers: { gems: deliverGems, fine: deliverFine },
  cards: savedCardKeeper,
  news: mailNews,
  penalties: { applyChargeback, liftChargeback, followFineMoney, isCardRestricted },
};
