import type { FastifyInstance } from 'fastify';
import { fingerprintOf, type Instrument, type Instruments } from './instruments.ts';
import { integerIn, recordIn } from '../world/reading.ts';
import { invalid } from './refusals.ts';

export interface InstrumentsDeps {
  readonly instruments: Instruments;
  readonly now: () => number;
}

function instrumentBody({ id, card, customerId }: Instrument): object {
  return {
    id,
    type: 'card',
    fingerprint: fingerprintOf(card),
    expiry_month: card.expiryMonth,
    expiry_year: card.expiryYear,
    scheme: card.scheme,
    last4: card.last4,
    bin: card.bin,
    card_type: 'CREDIT',
    card_category: 'CONSUMER',
    issuer: 'Sandbox Bank',
    issuer_country: 'SA',
    ...(customerId === null ? {} : { customer: { id: customerId, default: true } }),
  };
}

function dateFault(month: number | null, year: number | null, now: number): string | null {
  if (month === null || month < 1 || month > 12) return 'card_expiry_month_invalid';
  if (year === null || year > 9_999) return 'card_expiry_year_invalid';
  return Date.UTC(year, month, 1) <= now ? 'card_expired' : null;
}

type ById = { Params: { id: string } };

/** Calls about saved cards. They have no idempotency key: each may be repeated. */
export function instrumentsRoutes(app: FastifyInstance, { instruments, now }: InstrumentsDeps): void {
  app.get<ById>('/instruments/:id', async (request, reply) => {
    const found = instruments.find(request.params.id);
    return found ? instrumentBody(found) : reply.code(404).send();
  });

  app.patch<ById>('/instruments/:id', async (request, reply) => {
    const found = instruments.find(request.params.id);
    if (!found) return reply.code(404).send();
    const body = recordIn(request.body);
    const month = integerIn(body, 'expiry_month');
    const year = integerIn(body, 'expiry_year');
    const fault = dateFault(month, year, now());
    if (fault !== null || month === null || year === null)
      return invalid(reply, [fault ?? 'request_invalid']);
    instruments.renew(found.id, month, year);
    return { type: 'card', id: found.id, fingerprint: fingerprintOf(found.card) };
  });

  app.delete<ById>('/instruments/:id', async (request, reply) =>
    reply.code(instruments.forget(request.params.id) ? 204 : 404).send(),
  );
}
