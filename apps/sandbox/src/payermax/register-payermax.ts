import { controlRoutes } from '../control.ts';
import { createApiOutage } from '../world/api-outage.ts';
import { createDisputes } from '../world/disputes.ts';
import { returnControlRoutes } from '../world/return-controls.ts';
import { createMovements } from '../world/movements.ts';
import type { RegisteredProvider, World } from '../world/world.ts';
import { CASE_STATUSES } from './case.ts';
import { payerPagesRoutes } from './cashier/cashier.routes.ts';
import { dropinRoutes } from './dropin/dropin.routes.ts';
import { createDropinSessions } from './dropin-sessions.ts';
import { gatewayRoutes } from './gateway.routes.ts';
import { newCaseId } from './ids.ts';
import { createTokenisedCards } from './tokenised-cards.ts';
import { addressOf, isAcknowledged, hasWebhook, notificationBody } from './notification.ts';
import { bookRow, payermaxControls, returnControls } from './payermax-controls.ts';
import { payermaxSection } from './payermax-section.ts';
import { noteMovements } from './note-movements.ts';
import { reportControl } from './report-control.ts';
import type { Reply } from './reply.ts';
import { createSignature } from './signature.ts';
import type { Trade } from './trade.ts';
import type { TradeNews } from './trade-news.ts';
import { createTrades, type Trades } from './trades.ts';

export interface PayermaxOptions {
  readonly appId: string;
  readonly merchantNo: string;
  readonly merchantPublicKeyPem: string;
  readonly platformPrivateKeyPem: string;
  /** The webhook address of orders that name none. Null: no webhooks. */
  readonly notifyUrl?: string | null;
}

export function registerPayermax(world: World, options: PayermaxOptions): RegisteredProvider {
  const { app, now, timers, publicUrl, walletTokens, merchantSessions } = world;
  const { appId, merchantNo } = options;
  const signature = createSignature(options.merchantPublicKeyPem, options.platformPrivateKeyPem);
  const outage = createApiOutage(world.firstOutage);
  const sessions = createDropinSessions(now);
  const tokenisedCards = createTokenisedCards(now);
  const cancellations = new Map<string, Reply>();
  const webhooks = world.sendWebhooks({
    url: (body) => addressOf(body, trades, options.notifyUrl ?? null),
    headersFor: (body) => ({ sign: signature.ofUs(body) }),
    isAccepted: isAcknowledged,
  });
  const movements = createMovements();
  const noting = noteMovements(movements, now);
  const notify = (news: TradeNews): void => {
    noting.note(news);
    if (!hasWebhook(news)) return;
    const body = notificationBody(news, { appId, merchantNo }, now());
    webhooks.send(body, news.type === 'PAYMENT' ? 'payment' : 'return');
  };
  const trades: Trades = createTrades({ now, timers, outage, tokenisedCards, notify });
  const disputes = createDisputes<Trade>({
    now,
    newId: () => newCaseId(now()),
    plays: (stage) => CASE_STATUSES[stage].length > 0,
    notify(dispute, trade) {
      for (const caseStatus of CASE_STATUSES[dispute.stage])
        notify({ type: 'CHARGEBACK', trade, dispute, caseStatus });
    },
  });
  const clear = (): void => {
    for (const part of [
      trades,
      disputes,
      movements,
      noting,
      sessions,
      tokenisedCards,
      cancellations,
      webhooks,
      outage,
    ])
      part.clear();
  };

  gatewayRoutes(app, {
    trades,
    sessions,
    tokenisedCards,
    cancellations,
    signature,
    outage,
    timers,
    appId,
    merchantNo,
    publicUrl,
    now,
  });
  payerPagesRoutes(app, { trades, sessions, now });
  dropinRoutes(app, { sessions, walletTokens, merchantSessions, now });
  payermaxControls(app, { trades, sessions, now });
  reportControl(app, movements, appId);
  const rows = () => trades.all().map((trade) => bookRow(trade, disputes.of(trade)));
  controlRoutes(app, '/payermax', { webhooks, outage, rows, savedCardIds: tokenisedCards.ids, reset: clear });
  returnControlRoutes<Trade>(app, '/payermax', returnControls(trades, disputes, now));
  return { clear, browserPaths: ['/payermax/dropin/'], section: payermaxSection() };
}
