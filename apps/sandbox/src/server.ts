import Fastify, { type FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { createApiWeather, type ApiWeather } from './checkout-com/api-weather.ts';
import { bankRoutes } from './checkout-com/bank.routes.ts';
import { cardFieldsRoutes } from './checkout-com/card-fields.routes.ts';
import { createIdempotency } from './checkout-com/idempotency.ts';
import { createInstruments } from './checkout-com/instruments.ts';
import { scenarioOf } from './checkout-com/payment.ts';
import { createPayments } from './checkout-com/payments.ts';
import { paymentsRoutes } from './checkout-com/payments.routes.ts';
import { createTokens } from './checkout-com/tokens.ts';
import { tokensRoutes } from './checkout-com/tokens.routes.ts';
import { webhookBody } from './checkout-com/webhook-body.ts';
import { createWebhookPost } from './checkout-com/webhook-post.ts';
import { createWebhooks } from './checkout-com/webhooks.ts';
import { controlRoutes } from './control.ts';
import { allowLocalSites } from './local-sites.ts';
import { scenarioPageRoutes } from './scenario-page.ts';
import { socialRoutes } from './social/social.routes.ts';
import { createTimers } from './timers.ts';

export interface SandboxOptions {
  readonly port: number;
  /** Where browsers find it; its own address when nothing is said. */
  readonly publicUrl?: string | undefined;
  readonly secretKey: string;
  readonly publicKey: string;
  readonly webhookKey: string;
  /** Null: webhooks are written and thrown away. */
  readonly webhookUrl: string | null;
  readonly weather?: Partial<ApiWeather>;
  readonly webhookRetryFirstMs?: number;
  readonly webhookTriesMax?: number;
  readonly now?: () => number;
}

export interface Sandbox {
  readonly url: string;
  close(): Promise<void>;
}

const WEBHOOK_RETRY_FIRST_MS = 250;
const WEBHOOK_RETRY_LAST_MS = 5_000;
const WEBHOOK_TRIES_MAX = 60;

function furnish(app: FastifyInstance, options: SandboxOptions, publicUrl: () => string): () => void {
  const now = options.now ?? Date.now;
  const timers = createTimers();
  const weather = createApiWeather(options.weather ?? {});
  const tokens = createTokens(now);
  const instruments = createInstruments();
  const idempotency = createIdempotency(now);
  const post = createWebhookPost(
    {
      url: options.webhookUrl,
      key: options.webhookKey,
      retryFirstMs: options.webhookRetryFirstMs ?? WEBHOOK_RETRY_FIRST_MS,
      retryLastMs: WEBHOOK_RETRY_LAST_MS,
      triesMax: options.webhookTriesMax ?? WEBHOOK_TRIES_MAX,
    },
    timers,
  );
  const webhooks = createWebhooks(post, timers);
  const payments = createPayments(now, (event) => {
    if (scenarioOf(event.payment).webhooks === 'sent') webhooks.send(webhookBody(event, publicUrl()));
  });
  const social = socialRoutes(app, now);
  const reset = (): void => {
    for (const part of [payments, tokens, instruments, idempotency, webhooks, weather, social]) part.clear();
  };

  allowLocalSites(app);
  tokensRoutes(app, tokens, options.publicKey);
  paymentsRoutes(app, {
    payments,
    tokens,
    instruments,
    now,
    idempotency,
    weather,
    timers,
    secretKey: options.secretKey,
    publicUrl,
  });
  bankRoutes(app, payments);
  cardFieldsRoutes(app);
  controlRoutes(app, { payments, tokens, webhooks, weather, now, reset });
  scenarioPageRoutes(app);
  app.get('/healthz', async () => ({ ok: true }));
  return () => timers.stop();
}

/** The outside world on one port of this machine. */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const app = Fastify({ logger: false, forceCloseConnections: true });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => new URLSearchParams(body),
  );
  let url = '';
  const stopTimers = furnish(app, options, () => options.publicUrl ?? url);
  await app.listen({ port: options.port, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    url,
    close: async () => {
      stopTimers();
      await app.close();
    },
  };
}
