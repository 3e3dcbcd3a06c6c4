import { PROVIDER_NUMBERS } from '@jawhara/domain';
import type { FastifyInstance } from 'fastify';
import { PROVIDER_ENTRIES } from '../../providers/provider-entries.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import type { OrderContext } from '../base/order-context.ts';
import type { OrderLifeClient } from '../base/order-life.ts';
import { receiveWebhook } from './receive-webhook.ts';

/** The addresses of the providers' webhooks. Bodies stay bytes, because signatures are computed over the bytes. */
export async function webhookRoutes(
  server: FastifyInstance,
  context: OrderContext,
  providers: ProviderRegistry,
  life: OrderLifeClient,
): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const provider of PROVIDER_NUMBERS.filter((number) => providers.has(number))) {
      const { path, thanks } = PROVIDER_ENTRIES[provider].inbox;
      scope.post(path, async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const receipt = await receiveWebhook(context, providers, life, provider, {
          headers: request.headers,
          body,
        });
        if (receipt === 'stored') return reply.code(200).send(thanks);
        request.log.warn({ alert: 'forged-notification', provider }, 'a notification with a wrong signature');
        return reply.code(401).send({});
      });
    }
  });
}
