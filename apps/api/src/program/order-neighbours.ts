import { deliverGems } from '../orders/delivery/deliver-gems.ts';
import type { OrderContext } from '../orders/base/order-context.ts';
import { deliverFine } from '../penalties/deliver-fine.ts';
import { chargedBack, cleared, followFineMoney } from '../penalties/judgement.ts';
import { isCardRestricted } from '../penalties/restriction.store.ts';
import { savedCardKeeper } from '../saved-cards/saved-card-keeper.ts';

/** Whom orders work with and do not know: the same for the server and for an operator's command. */
export const ORDER_NEIGHBOURS: Pick<OrderContext, 'deliverers' | 'cards' | 'judgement'> = {
  deliverers: { gems: deliverGems, fine: deliverFine },
  cards: savedCardKeeper,
  judgement: { chargedBack, cleared, followFineMoney, isCardRestricted },
};
