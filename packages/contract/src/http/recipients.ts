import { ACCOUNT_SOURCE_CODES, RECHARGE_REFUSALS, type DisplayId, type Recipient } from '@jawhara/domain';
import * as v from 'valibot';
import { codec } from '../codec.ts';
import { endpoint } from '../endpoint.ts';
import { wireAccountId, wireDisplayId, wireSource } from '../wire-types.ts';

const recipientSchema = v.pipe(
  v.object({
    to_uid: wireAccountId,
    to_display_uid: wireDisplayId,
    to_nickname: v.string(),
    to_icon: v.nullable(v.string()),
  }),
  v.transform((wire): Recipient => ({
    accountId: wire.to_uid,
    displayId: wire.to_display_uid,
    nickname: wire.to_nickname,
    iconUrl: wire.to_icon,
  })),
);

export const wireRecipient = codec(recipientSchema, (recipient: Recipient) => ({
  to_uid: recipient.accountId as number,
  to_display_uid: recipient.displayId as string,
  to_nickname: recipient.nickname,
  to_icon: recipient.iconUrl,
}));

/** Whose id is this? Answers no more than a face, a name and whether gems can be bought for them. */
export const findRecipient = endpoint({
  name: 'findRecipient',
  methods: ['GET'],
  path: '/api/web/check_display_id/',
  request: codec(
    v.pipe(
      v.object({ display_id: wireDisplayId, source: wireSource }),
      v.transform((wire) => ({ displayId: wire.display_id })),
    ),
    (request: { displayId: DisplayId }) => ({
      display_id: request.displayId as string,
      source: ACCOUNT_SOURCE_CODES.social,
    }),
  ),
  answer: wireRecipient,
  refusals: [...RECHARGE_REFUSALS, 'too-many-tries'],
});
