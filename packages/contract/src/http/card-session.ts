import type { RechargeId } from '@jawhara/domain';
import * as v from 'valibot';
import { codec, endpoint } from '../endpoint.ts';
import { wireRechargeId } from '../wire-types.ts';

const wireKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{8,200}$/));

/** The session that opens PayerMax's card fields, valid for one payer for a limited time. */
export interface CardFieldsSession {
  readonly clientKey: string;
  readonly sessionKey: string;
}

/** Opens the session that PayerMax's card fields need. It creates no order. */
export const openCardSession = endpoint({
  name: 'openCardSession',
  methods: ['POST'],
  changes: true,
  path: '/api/payer_max/card_session/',
  refusals: ['pack-not-found', 'pay-type-not-offered', 'payments-paused'],
  request: codec(
    v.pipe(
      v.object({ recharge_id: v.optional(wireRechargeId) }),
      v.transform((wire) => ({ rechargeId: wire.recharge_id ?? null })),
    ),
    /** Null for a fine, whose amount the fields do not need. */
    ({ rechargeId }: { rechargeId: RechargeId | null }) =>
      rechargeId === null ? {} : { recharge_id: rechargeId },
  ),
  answer: codec(
    v.pipe(
      v.object({ client_key: wireKey, session_key: wireKey }),
      v.transform((wire): CardFieldsSession => ({
        clientKey: wire.client_key,
        sessionKey: wire.session_key,
      })),
    ),
    (session: CardFieldsSession) => ({ client_key: session.clientKey, session_key: session.sessionKey }),
  ),
});
