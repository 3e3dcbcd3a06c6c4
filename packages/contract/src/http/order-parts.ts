import type { CardSourceId, OrderId, PayAnswer } from '@jawhara/domain';
import * as v from 'valibot';
import { codec } from '../codec.ts';
import { wireCardSourceId, wireOrderId } from '../wire-types.ts';

/** What orders of every purpose have in common on the wire. */

/** A one-time token of the provider's hosted fields: the only thing of a card that ever reaches us. */
export interface CardToken {
  readonly token: string;
}

/** A card of the payer's that the provider keeps, with a one-time token of its CVV where it was asked for. */
export interface SavedCardUse {
  readonly sourceId: CardSourceId;
  readonly cvvToken: string | null;
}

// Longer than any CVV: the digits themselves are no token.
const oneTimeToken = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{8,200}$/));

const jsonText = v.pipe(v.string(), v.maxLength(8_000), v.parseJson());

/** Accepted as the specification has it, and used for nothing. */
export const ignored = v.optional(v.union([v.pipe(v.string(), v.maxLength(8_000)), v.number(), v.boolean()]));

/** The card an order is paid with: the one typed just now, or a saved one. */
export type PaidWith = CardToken | SavedCardUse;

export interface OrderPlaced {
  readonly orderId: OrderId;
  readonly answer: PayAnswer;
}

const payStatusSchema = v.object({
  status: v.picklist(['paid', 'challenge', 'pending', 'refused']),
  outcome: v.optional(v.picklist(['balance', 'expire', 'verify', 'high-risk', 'other'])),
});

const orderPlacedSchema = v.pipe(
  v.object({
    order_id: wireOrderId,
    url: v.nullable(v.string()),
    platform_data: v.pipe(jsonText, payStatusSchema),
  }),
  // A challenge that leads nowhere would leave the payer before an empty frame.
  v.forward(
    v.check((wire) => wire.platform_data.status !== 'challenge' || Boolean(wire.url)),
    ['url'],
  ),
  v.transform((wire): OrderPlaced => {
    const { status, outcome } = wire.platform_data;
    if (status === 'challenge')
      return { orderId: wire.order_id, answer: { kind: 'challenge', url: wire.url ?? '' } };
    if (status === 'refused')
      return { orderId: wire.order_id, answer: { kind: 'refused', outcome: outcome ?? 'other' } };
    return { orderId: wire.order_id, answer: { kind: status } };
  }),
);

export const wireOrderPlaced = codec(orderPlacedSchema, (placed: OrderPlaced) => ({
  order_id: placed.orderId as string,
  url: placed.answer.kind === 'challenge' ? placed.answer.url : null,
  platform_data: JSON.stringify({
    status: placed.answer.kind,
    ...(placed.answer.kind === 'refused' ? { outcome: placed.answer.outcome } : {}),
  }),
}));

const payDataSchema = v.object({ token: v.optional(oneTimeToken), cvv_token: v.optional(oneTimeToken) });

/** The fields of a request that say which card. */
export const paidWithFields = {
  platform_data: v.pipe(jsonText, payDataSchema),
  source_id: v.optional(wireCardSourceId),
};

interface PaidWithWire {
  readonly platform_data: v.InferOutput<typeof payDataSchema>;
  readonly source_id?: CardSourceId | undefined;
}

export function hasOneCard(wire: PaidWithWire): boolean {
  return (wire.platform_data.token === undefined) !== (wire.source_id === undefined);
}

export function readPaidWith({ platform_data: data, source_id: sourceId }: PaidWithWire): PaidWith {
  return sourceId === undefined
    ? { token: data.token ?? '' }
    : { sourceId, cvvToken: data.cvv_token ?? null };
}

function payDataOf(card: PaidWith): string {
  if ('token' in card) return JSON.stringify({ token: card.token });
  return JSON.stringify(card.cvvToken === null ? {} : { cvv_token: card.cvvToken });
}

export function writePaidWith(card: PaidWith): { platform_data: string; source_id?: string } {
  return {
    platform_data: payDataOf(card),
    ...('sourceId' in card ? { source_id: card.sourceId } : {}),
  };
}
