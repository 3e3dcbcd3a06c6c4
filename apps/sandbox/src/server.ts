import Fastify, { type FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { APPLE_PAY_PATH, applePayRoutes } from './apple-pay/apple-pay.routes.ts';
import { openGateway, type GatewayOptions } from './apple-pay/gateway.ts';
import { createMerchantSessions, type MerchantSessions } from './apple-pay/merchant-session.ts';
import { createWalletTokens } from './apple-pay/wallet-tokens.ts';
import { controlPageRoutes } from './control-page.ts';
import { GOOGLE_PAY_PATH, googlePayRoutes } from './google-pay/google-pay.routes.ts';
import { createGoogleTokens } from './google-pay/google-tokens.ts';
import { allowLocalSites } from './local-sites.ts';
import { mailRoutes } from './mail/mail.routes.ts';
import { openMailServer, type MailOptions, type MailServer } from './mail/mail-server.ts';
import { SANDBOX_PROVIDERS, type ProviderOptions } from './sandbox-providers.ts';
import { scenarioPageRoutes } from './scenario-page.ts';
import { socialRoutes } from './social/social.routes.ts';
import type { ApiOutage } from './world/api-outage.ts';
import { fieldScriptsRoutes } from './world/fields/field-scripts.routes.ts';
import { createTimers, type Timers } from './world/timers.ts';
import { createWebhookPost } from './world/webhook-post.ts';
import { createWebhooks } from './world/webhooks.ts';
import type { RegisteredProvider, SandboxProvider, World } from './world/world.ts';

export interface SandboxOptions {
  readonly port: number;
  /** The address it listens on; by default loopback. */
  readonly host?: string | undefined;
  /** The address for browsers; by default the server's own. */
  readonly publicUrl?: string | undefined;
  readonly providers: ProviderOptions;
  /** Apple's gateway, on a port of its own because it speaks TLS; not started by default. */
  readonly applePayGateway?: GatewayOptions | null;
  /** The sandbox's mail server, on a port of its own; not started by default. */
  readonly mail?: MailOptions | null;
  readonly outage?: Partial<ApiOutage>;
  readonly webhookRetryFirstMs?: number;
  readonly webhookTriesMax?: number;
  readonly now?: () => number;
}

export interface Sandbox {
  readonly url: string;
  /** The address at which merchants with a certificate get their sessions; null without the gateway. */
  readonly gatewayUrl: string | null;
  /** Null without the mail server. */
  readonly mail: MailServer | null;
  close(): Promise<void>;
}

const WEBHOOK_RETRY_FIRST_MS = 250;
const WEBHOOK_RETRY_LAST_MS = 5_000;
const WEBHOOK_TRIES_MAX = 60;

/** Registers the providers that have options; the others are not simulated. */
function registerProviders(world: World, { providers }: SandboxOptions): RegisteredProvider[] {
  const optionsByName: Readonly<Record<string, unknown>> = providers;
  return Object.entries<SandboxProvider>(SANDBOX_PROVIDERS).flatMap(([name, provider]) =>
    optionsByName[name] ? [provider.register(world, optionsByName[name])] : [],
  );
}

function registerRoutes(
  app: FastifyInstance,
  timers: Timers,
  options: SandboxOptions,
  publicUrl: () => string,
  merchantSessions: MerchantSessions,
  mail: MailServer | null,
): void {
  const now = options.now ?? Date.now;
  const providers: RegisteredProvider[] = [];
  const walletTokens = createWalletTokens();
  const googleTokens = createGoogleTokens();
  allowLocalSites(app, () => [
    APPLE_PAY_PATH,
    GOOGLE_PAY_PATH,
    ...providers.flatMap(({ browserPaths }) => browserPaths),
  ]);
  const social = socialRoutes(app, now);
  const world: World = {
    app,
    now,
    timers,
    publicUrl,
    firstOutage: options.outage ?? {},
    walletTokens,
    merchantSessions,
    googleTokens,
    sendWebhooks: (webhooks) =>
      createWebhooks(
        createWebhookPost(
          {
            ...webhooks,
            retryFirstMs: options.webhookRetryFirstMs ?? WEBHOOK_RETRY_FIRST_MS,
            retryLastMs: WEBHOOK_RETRY_LAST_MS,
            triesMax: options.webhookTriesMax ?? WEBHOOK_TRIES_MAX,
          },
          timers,
        ),
        timers,
      ),
    resetAll: () => {
      for (const part of [...providers, social, walletTokens, googleTokens, merchantSessions]) part.clear();
      mail?.clear();
    },
  };
  providers.push(...registerProviders(world, options));
  scenarioPageRoutes(
    app,
    providers.map(({ section }) => section),
  );
  applePayRoutes(app, world);
  googlePayRoutes(app, googleTokens);
  fieldScriptsRoutes(app);
  mailRoutes(app, mail);
  controlPageRoutes(app);
  app.get('/healthz', async () => ({ ok: true }));
}

/** Simulates all services outside the shop (payment providers, Apple, Google, sign-in) on one port of this machine. */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const app = Fastify({ logger: false, forceCloseConnections: true });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => new URLSearchParams(body),
  );
  let url = '';
  const timers = createTimers();
  const merchantSessions = createMerchantSessions(options.now ?? Date.now);
  const mail = options.mail ? await openMailServer(options.mail, timers) : null;
  registerRoutes(app, timers, options, () => options.publicUrl ?? url, merchantSessions, mail);
  await app.listen({ port: options.port, host: options.host ?? '127.0.0.1' });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const { applePayGateway } = options;
  const gateway = applePayGateway
    ? await openGateway({ host: options.host, ...applePayGateway }, merchantSessions)
    : null;
  return {
    url,
    gatewayUrl: gateway?.url ?? null,
    mail,
    close: async () => {
      timers.stop();
      await gateway?.close();
      await mail?.close();
      await app.close();
    },
  };
}
