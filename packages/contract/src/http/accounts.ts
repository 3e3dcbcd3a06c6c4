import {
  ACCOUNT_SOURCE_CODES,
  ACCOUNT_STATUS_CODES,
  RECIPIENT_HISTORY_MAX,
  type AccountId,
  type AccountSource,
  type AccountStatus,
  type DisplayId,
} from '@jawhara/domain';
import * as v from 'valibot';
import { codec, endpoint } from '../endpoint.ts';
import { wireAccountId, wireCount, wireDisplayId } from '../wire-types.ts';

/** An account, as its owner sees it. */
export interface AccountFace {
  readonly accountId: AccountId;
  readonly displayId: DisplayId;
  readonly nickname: string;
  readonly iconUrl: string | null;
}

export const faceFields = {
  uid: wireAccountId,
  display_uid: wireDisplayId,
  nickname: v.string(),
  icon: v.nullable(v.string()),
};

export const faceOf = (wire: {
  uid: AccountId;
  display_uid: DisplayId;
  nickname: string;
  icon: string | null;
}): AccountFace => ({
  accountId: wire.uid,
  displayId: wire.display_uid,
  nickname: wire.nickname,
  iconUrl: wire.icon,
});

export const writeFace = (face: AccountFace) => ({
  uid: face.accountId as number,
  display_uid: face.displayId as string,
  nickname: face.nickname,
  icon: face.iconUrl,
});

/** The account of the session key. */
export const readSignedInAccount = endpoint({
  name: 'readSignedInAccount',
  methods: ['GET', 'POST'],
  changes: false,
  path: '/api/coin/get_pay_user_info/',
  refusals: ['not-signed-in', 'busy'],
  request: codec(v.object({}), () => ({})),
  answer: codec(v.pipe(v.object(faceFields), v.transform(faceOf)), writeFace),
});

/** Facts that decide where a press on a user leads, without nickname or picture. */
export interface PressedAccount {
  readonly accountId: AccountId;
  readonly status: AccountStatus;
  readonly isStreamer: boolean;
  readonly isInvisible: boolean;
  readonly isOnline: boolean;
  readonly roomId: number | null;
}

const STATUS_BY_CODE = new Map<number, AccountStatus>(
  Object.entries(ACCOUNT_STATUS_CODES).map(([status, code]) => [code, status as AccountStatus]),
);

const wireStatus = v.pipe(
  wireCount,
  v.rawTransform(({ dataset, addIssue, NEVER }): AccountStatus => {
    const status = STATUS_BY_CODE.get(dataset.value);
    if (status) return status;
    addIssue({ message: 'not a status' });
    return NEVER;
  }),
);

const writePressed = (pressed: PressedAccount) => ({
  id: pressed.accountId as number,
  status: ACCOUNT_STATUS_CODES[pressed.status] as number,
  is_streamer: pressed.isStreamer,
  is_invisibility: pressed.isInvisible,
  is_online: pressed.isOnline,
  room_id: pressed.roomId,
});

export const readPressedAccount = endpoint({
  name: 'readPressedAccount',
  methods: ['POST', 'GET'],
  changes: false,
  path: '/api/user/check_uid/',
  refusals: ['not-found', 'too-many-tries', 'busy'],
  request: codec(
    v.pipe(
      v.object({ uid: wireAccountId }),
      v.transform((wire) => ({ accountId: wire.uid })),
    ),
    (request: { accountId: AccountId }) => ({ uid: request.accountId as number }),
  ),
  answer: codec(
    v.pipe(
      v.object({
        id: wireAccountId,
        status: wireStatus,
        is_streamer: v.boolean(),
        is_invisibility: v.boolean(),
        is_online: v.boolean(),
        room_id: v.nullable(wireCount),
      }),
      v.transform((wire): PressedAccount => ({
        accountId: wire.id,
        status: wire.status,
        isStreamer: wire.is_streamer,
        isInvisible: wire.is_invisibility,
        isOnline: wire.is_online,
        roomId: wire.room_id,
      })),
    ),
    writePressed,
  ),
});

/** A page checks the accounts of its recharge history in one call, so both have the same limit. */
export const ACCOUNT_STATUSES_MAX = RECIPIENT_HISTORY_MAX;

const SOURCE_BY_CODE = { 1: 'social', 4: 'ludo' } as const satisfies Record<
  (typeof ACCOUNT_SOURCE_CODES)[AccountSource],
  AccountSource
>;

const wireAskingSource = v.pipe(
  v.optional(wireCount, ACCOUNT_SOURCE_CODES.social),
  v.picklist([ACCOUNT_SOURCE_CODES.social, ACCOUNT_SOURCE_CODES.ludo]),
  v.transform((code): AccountSource => SOURCE_BY_CODE[code]),
);

/** A JSON body has a list; a form has the list as JSON text or separated by commas. */
const wireAccountIds = v.pipe(
  v.union([
    v.array(wireAccountId),
    v.pipe(
      v.string(),
      v.maxLength(ACCOUNT_STATUSES_MAX * 20),
      v.transform((text): (string | number)[] =>
        text
          .replace(/^\[|\]$/g, '')
          .split(',')
          .map((part) => part.trim()),
      ),
      v.array(wireAccountId),
    ),
  ]),
  v.minLength(1),
  v.maxLength(ACCOUNT_STATUSES_MAX),
);

export type AccountStatuses = ReadonlyMap<AccountId, AccountStatus>;

/** Whether these accounts can be recharged: a code for each, and nothing else about it. */
export const readAccountStatuses = endpoint({
  name: 'readAccountStatuses',
  methods: ['POST'],
  changes: false,
  path: '/api/web/check_user_status/',
  refusals: ['too-many-tries'],
  request: codec(
    v.pipe(
      v.object({ source: wireAskingSource, uids: wireAccountIds }),
      v.transform((wire) => ({ asking: wire.source, accountIds: wire.uids as readonly AccountId[] })),
    ),
    (request: { asking: AccountSource; accountIds: readonly AccountId[] }) => ({
      source: ACCOUNT_SOURCE_CODES[request.asking],
      uids: request.accountIds.map(Number),
    }),
  ),
  answer: codec(
    v.pipe(
      v.object({
        user_map: v.record(v.string(), v.object({ uid: wireAccountId, status: wireStatus })),
      }),
      v.transform(
        (wire): AccountStatuses =>
          new Map(Object.values(wire.user_map).map(({ uid, status }) => [uid, status])),
      ),
    ),
    (statuses: AccountStatuses) => ({
      user_map: Object.fromEntries(
        [...statuses].map(([id, status]) => [String(id), { uid: id, status: ACCOUNT_STATUS_CODES[status] }]),
      ),
    }),
  ),
});

export interface JoinedRooms {
  readonly lastRoomId: number | null;
  readonly ownRoomId: number | null;
}

export const readJoinedRooms = endpoint({
  name: 'readJoinedRooms',
  methods: ['GET'],
  changes: false,
  path: '/api/live_room/last_join_room/',
  refusals: ['not-signed-in'],
  request: codec(v.object({}), () => ({})),
  answer: codec(
    v.pipe(
      v.object({ room_id: v.nullable(wireCount), my_room_id: v.nullable(wireCount) }),
      v.transform((wire): JoinedRooms => ({ lastRoomId: wire.room_id, ownRoomId: wire.my_room_id })),
    ),
    (rooms: JoinedRooms) => ({ room_id: rooms.lastRoomId, my_room_id: rooms.ownRoomId }),
  ),
});
