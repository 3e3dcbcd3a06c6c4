import { controlRoutes } from '../control.ts';
import { createApiWeather } from '../world/api-weather.ts';
import type { FurnishedProvider, World } from '../world/world.ts';
import { payerPagesRoutes } from './cashier/cashier.routes.ts';
import { dropinRoutes } from './dropin/dropin.routes.ts';
import { createDropinSessions } from './dropin-sessions.ts';
import { gatewayRoutes } from './gateway.routes.ts';
import { createKeptCards } from './kept-cards.ts';
import { addressOf, isTaken, isTold, notificationBody } from './notification.ts';
import { bookRow, payermaxControls } from './payermax-controls.ts';
import { payermaxSection } from './payermax-section.ts';
import type { Reply } from './reply.ts';
import { createSignature } from './signature.ts';
import { createTrades, type Trades } from './trades.ts';

export interface PayermaxOptions {
  readonly appId: string;
  readonly merchantNo: string;
  readonly merchantPublicKeyPem: string;
  readonly platformPrivateKeyPem: string;
  /** For orders that name none. Null: those are told to nobody. */
  readonly notifyUrl?: string | null;
}

export function furnishPayermax(world: World, options: PayermaxOptions): FurnishedProvider {
  const { app, now, timers, publicUrl } = world;
  const { appId, merchantNo } = options;
  const signature = createSignature(options.merchantPublicKeyPem, options.platformPrivateKeyPem);
  const weather = createApiWeather(world.firstWeather);
  const sessions = createDropinSessions(now);
  const keptCards = createKeptCards(now);
  const cancellations = new Map<string, Reply>();
  const webhooks = world.postOffice({
    url: (body) => addressOf(body, trades, options.notifyUrl ?? null),
    headersFor: (body) => ({ sign: signature.ofUs(body) }),
    isAccepted: isTaken,
  });
  const trades: Trades = createTrades({
    now,
    timers,
    weather,
    keptCards,
    tell: (news) => {
      if (isTold(news)) webhooks.send(notificationBody(news, { appId, merchantNo }, now()));
    },
  });
  const clear = (): void => {
    for (const part of [trades, sessions, keptCards, cancellations, webhooks, weather]) part.clear();
  };

  gatewayRoutes(app, {
    trades,
    sessions,
    keptCards,
    cancellations,
    signature,
    weather,
    timers,
    appId,
    merchantNo,
    publicUrl,
    now,
  });
  payerPagesRoutes(app, trades, now);
  dropinRoutes(app, sessions, now);
  payermaxControls(app, { trades, sessions, now });
  controlRoutes(app, '/payermax', { webhooks, weather, rows: () => trades.all().map(bookRow), reset: clear });
  return { clear, browserPaths: ['/payermax/dropin/'], section: payermaxSection() };
}
