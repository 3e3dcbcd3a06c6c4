import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { recordIn, textIn } from '../world/reading.ts';
import { invalid, type AdyenFault } from './errors.ts';
import type { StoredCard, StoredCards } from './stored-cards.ts';

function storedBody({ id, card }: StoredCard): object {
  return {
    id,
    type: 'scheme',
    brand: card.brand,
    name: card.brand === 'visa' ? 'VISA' : 'Mastercard',
    lastFour: card.last4,
    expiryMonth: String(card.expiryMonth).padStart(2, '0'),
    expiryYear: String(card.expiryYear).slice(-2),
    ...(card.holderName === null ? {} : { holderName: card.holderName }),
    issuerName: 'Sandbox Bank',
    cardBin: card.bin,
    supportedRecurringProcessingModels: ['CardOnFile', 'Subscription', 'UnscheduledCardOnFile'],
    supportedShopperInteractions: ['Ecommerce', 'ContAuth'],
  };
}

function shopperOf(request: FastifyRequest): string | null {
  return textIn(recordIn(request.query), 'shopperReference');
}

function refuse(reply: FastifyReply, fault: AdyenFault): FastifyReply {
  const { status, body } = invalid(fault);
  return reply.code(status).send(body);
}

/** Calls about saved cards. Adyen has none that changes a card's expiry date. */
export function storedCardRoutes(app: FastifyInstance, storedCards: StoredCards): void {
  app.get('/storedPaymentMethods', async (request, reply) => {
    const shopperReference = shopperOf(request);
    if (shopperReference === null) return refuse(reply, 'shopperMissing');
    return {
      merchantAccount: textIn(recordIn(request.query), 'merchantAccount'),
      shopperReference,
      storedPaymentMethods: storedCards.of(shopperReference).map(storedBody),
    };
  });

  app.delete<{ Params: { id: string } }>('/storedPaymentMethods/:id', async (request, reply) => {
    const shopperReference = shopperOf(request);
    if (shopperReference === null) return refuse(reply, 'shopperMissing');
    return storedCards.forget(request.params.id, shopperReference)
      ? reply.code(204).send()
      : refuse(reply, 'savedCardUnknown');
  });
}
