import { deliverGems } from './gems/deliver-gems.ts';
import type { OrderContext } from './orders/order-context.ts';
import { deliverFine } from './restrictions/deliver-fine.ts';
import { chargedBack, cleared, followFineMoney } from './restrictions/judgement.ts';
import { isCardRestricted } from './restrictions/restriction.store.ts';
import { savedCardKeeper } from './saved-cards/saved-card-keeper.ts';

/** Whom orders work with and do not know: the same for the server and for an operator's command. */
export const ORDER_NEIGHBOURS: Pick<OrderContext, 'deliverers' | 'cards' | 'judgement'> = {
  deliverers: { gems: deliverGems, fine: deliverFine },
  cards: savedCardKeeper,
  judgement: { chargedBack, cleared, followFineMoney, isCardRestricted },
};
