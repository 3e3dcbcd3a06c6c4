import {
  ACCOUNT_SOURCE_CODES,
  RECHARGE_REFUSALS,
  type BanNotice,
  type DisplayId,
  type Recipient,
} from '@jawhara/domain';
import * as v from 'valibot';
import { codec, endpoint } from '../endpoint.ts';
import { wireAccountId, wireDisplayId, wireSource, wireTime } from '../wire-types.ts';

const recipientFields = {
  to_uid: wireAccountId,
  to_display_uid: wireDisplayId,
  to_nickname: v.string(),
  to_icon: v.nullable(v.string()),
};
/** The selected account's fields, also under the app's own names. */
const selectedFields = {
  display_uid: v.optional(wireDisplayId),
  icon: v.optional(v.nullable(v.string())),
  source: v.optional(v.picklist(Object.values(ACCOUNT_SOURCE_CODES))),
};
const plainSchema = v.object({ ...recipientFields, ...selectedFields });

function readRecipient(wire: {
  to_uid: Recipient['accountId'];
  to_display_uid: DisplayId;
  to_nickname: string;
  to_icon: string | null;
}): Recipient {
  return {
    accountId: wire.to_uid,
    displayId: wire.to_display_uid,
    nickname: wire.to_nickname,
    iconUrl: wire.to_icon,
  };
}

const recipientSchema = v.pipe(plainSchema, v.transform(readRecipient));

function writeRecipient(recipient: Recipient) {
  return {
    to_uid: recipient.accountId as number,
    to_display_uid: recipient.displayId as string,
    to_nickname: recipient.nickname,
    to_icon: recipient.iconUrl,
    display_uid: recipient.displayId as string,
    icon: recipient.iconUrl,
    // Only accounts of this site's app can be selected.
    source: ACCOUNT_SOURCE_CODES.social,
  };
}

export const wireRecipient = codec(recipientSchema, writeRecipient);

export interface BannedRecipient {
  readonly recipient: Recipient;
  /** Null if neither a fine nor an end is known. */
  readonly ban: BanNotice | null;
}

const banSchema = v.union([
  v.object({ kind: v.literal('fine'), until: v.nullable(wireTime) }),
  v.object({ kind: v.literal('dated'), until: wireTime }),
  v.object({ kind: v.literal('permanent') }),
]);

function writeBan(ban: BanNotice): v.InferInput<typeof banSchema> {
  if (ban.kind === 'permanent') return { kind: ban.kind };
  if (ban.kind === 'dated') return { kind: ban.kind, until: ban.until.toISOString() };
  return { kind: ban.kind, until: ban.until?.toISOString() ?? null };
}

/** Details of a banned account's refusal, so that its owner sees whom the fine is for, and when the ban ends. */
export const wireBannedRecipient = codec(
  v.pipe(
    v.object({ ...recipientFields, ban: v.nullable(banSchema) }),
    v.transform((wire): BannedRecipient => ({ recipient: readRecipient(wire), ban: wire.ban })),
  ),
  ({ recipient, ban }: BannedRecipient) => ({
    ...writeRecipient(recipient),
    ban: ban && writeBan(ban),
  }),
);

/** The account of a display id: only its nickname, its picture and whether gems can be bought for it. */
export const findRecipient = endpoint({
  name: 'findRecipient',
  methods: ['GET'],
  changes: false,
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
  refusals: [...RECHARGE_REFUSALS, 'too-many-tries', 'busy'],
});
