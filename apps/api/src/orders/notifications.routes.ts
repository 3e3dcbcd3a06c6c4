import type { ProviderNumber } from '@jawhara/domain';
import type { FastifyInstance } from 'fastify';
import type { ProviderRegistry } from '../providers/registry.ts';
import type { OrderContext } from './order-context.ts';
import type { OrderLifeClient } from './open-order.ts';
import { takeNotification } from './take-notification.ts';

interface Inbox {
  readonly provider: ProviderNumber;
  /** What the provider wants to read: to anything else it sends its word again. */
  readonly thanks: object;
}

/** Where each provider sends its word. Outside /api/: no browser calls these, and the bytes stay bytes. */
const INBOXES = {
  '/webhooks/checkout-com/': { provider: 13, thanks: {} },
  '/webhooks/adyen/': { provider: 17, thanks: {} },
  '/webhooks/payermax/': { provider: 6, thanks: { code: 'SUCCESS', msg: 'Success' } },
} as const satisfies Record<string, Inbox>;

export async function notificationRoutes(
  server: FastifyInstance,
  context: OrderContext,
  providers: ProviderRegistry,
  life: OrderLifeClient,
): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const [path, { provider, thanks }] of Object.entries(INBOXES)) {
      if (!providers.has(provider)) continue;
      scope.post(path, async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const taken = await takeNotification(context, providers, life, provider, {
          headers: request.headers,
          body,
        });
        if (taken === 'stored') return reply.code(200).send(thanks);
        request.log.warn({ alert: 'forged-notification', provider }, 'a notification with a wrong signature');
        return reply.code(401).send({});
      });
    }
  });
}
