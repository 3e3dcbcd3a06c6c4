import { countOpenAlerts } from '../alerts/alert.store.ts';
import type { CardTestingLimit } from '../guards/card-testing-limit.ts';
import { countOverdueWebhooks } from '../orders/store/webhook.store.ts';
import type { OrderContext, OrderWatch } from '../orders/base/order-context.ts';
import { countNeglectedOrders } from '../orders/store/order.store.ts';
import { countAttemptsToAsk } from '../orders/store/payment.store.ts';
import type { Metrics } from '../platform/metrics.ts';
import { countCardsToForget } from '../saved-cards/card-to-forget.store.ts';

/** Counts what orders do, and reports to the card testing limit which attempts were honest. */
export function watchOrders(metrics: Metrics, cardTestingLimit: CardTestingLimit): OrderWatch {
  return {
    moved(orderId, from, to) {
      metrics.orderMoved(from, to);
      if (to === 'paid') cardTestingLimit.paid(orderId);
    },
    declined: (cardPrefix) => cardTestingLimit.declined(cardPrefix),
    notification: (end) => metrics.notification(end),
  };
}

/** Sizes of backlogs, read from the tables when the metrics are read: every instance gives the same numbers. */
export function watchBacklog(metrics: Metrics, { db, now }: Pick<OrderContext, 'db' | 'now'>): void {
  metrics.watch('alerts_open', 'Alerts that nobody has closed', () => countOpenAlerts(db));
  metrics.watch('notifications_overdue', 'Stored notifications past the time for their hand-over', () =>
    countOverdueWebhooks(db, now()),
  );
  metrics.watch('orders_neglected', 'Orders past the time somebody should have looked after them', () =>
    countNeglectedOrders(db, now()),
  );
  metrics.watch('cards_to_forget', 'Cards that providers have not forgotten yet', () =>
    countCardsToForget(db),
  );
  metrics.watch('attempts_to_ask', 'Payment attempts whose next look at the provider is due', () =>
    countAttemptsToAsk(db, now()),
  );
}
