import {
  ACCOUNT_STATUS_CODES,
  RECIPIENT_HISTORY_PAGE_MAX,
  timestampMs,
  type AccountId,
  type AccountStatus,
  type Recipient,
  type RecipientRecord,
} from '@jawhara/domain';
import * as v from 'valibot';
import { codec, endpoint } from '../endpoint.ts';
import { wireAccountId, wireCount, wireDisplayId, wireIgnored } from '../wire-types.ts';

const YEAR_2100_MS = 4_102_444_800_000;

/** Times in this list are seconds, as in the app; some of its servers send milliseconds, so both are parsed. */
const wireTimestamp = v.pipe(
  wireCount,
  v.transform((timestamp) => timestampMs(timestamp) ?? Number.NaN),
  v.maxValue(YEAR_2100_MS),
  v.transform((ms) => new Date(ms)),
);

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);

export interface KnownRecipient extends RecipientRecord {
  readonly recipient: Recipient;
  /** The owner of the list: an account, or a device by a public id. */
  readonly payer: { readonly accountId: AccountId } | { readonly device: string };
  readonly isGuest: boolean;
  readonly status: AccountStatus;
}

const STATUS_BY_CODE = new Map<number, AccountStatus>(
  Object.entries(ACCOUNT_STATUS_CODES).map(([status, code]) => [code, status as AccountStatus]),
);

const knownSchema = v.pipe(
  v.object({
    to_uid: wireAccountId,
    to_display_uid: wireDisplayId,
    to_nickname: v.string(),
    to_icon: v.nullable(v.string()),
    is_guest: v.boolean(),
    uid: v.nullable(wireAccountId),
    h5_deviceid: v.nullable(v.string()),
    fill_times: wireCount,
    first_fill_time: wireTimestamp,
    last_fill_time: wireTimestamp,
    status2: v.picklist(Object.values(ACCOUNT_STATUS_CODES)),
  }),
  v.transform((wire): KnownRecipient => ({
    accountId: wire.to_uid,
    recipient: {
      accountId: wire.to_uid,
      displayId: wire.to_display_uid,
      nickname: wire.to_nickname,
      iconUrl: wire.to_icon,
    },
    payer: wire.uid === null ? { device: wire.h5_deviceid ?? '' } : { accountId: wire.uid },
    isGuest: wire.is_guest,
    status: STATUS_BY_CODE.get(wire.status2) ?? 'not-existing',
    fillTimes: wire.fill_times,
    firstFillAt: wire.first_fill_time,
    lastFillAt: wire.last_fill_time,
  })),
);

/** Recipients that this payer has recharged: the account's list when signed in, otherwise the device's. */
export const listRecipientHistory = endpoint({
  name: 'listRecipientHistory',
  methods: ['GET'],
  changes: false,
  path: '/api/web/recharge_fill_record/',
  request: codec(
    v.pipe(
      v.object({
        h5_deviceid: wireIgnored,
        offset: v.optional(wireCount, 0),
        limit: v.optional(
          v.pipe(wireCount, v.maxValue(RECIPIENT_HISTORY_PAGE_MAX)),
          RECIPIENT_HISTORY_PAGE_MAX,
        ),
      }),
      v.transform(({ offset, limit }) => ({ offset, limit })),
    ),
    (page: { offset: number; limit: number }) => page,
  ),
  answer: codec(
    v.pipe(
      v.object({ list: v.array(knownSchema) }),
      v.transform((wire) => wire.list),
    ),
    (list: KnownRecipient[]) => ({
      list: list.map((known) => ({
        to_uid: known.accountId,
        to_display_uid: known.recipient.displayId,
        to_nickname: known.recipient.nickname,
        to_icon: known.recipient.iconUrl,
        is_guest: known.isGuest,
        uid: 'accountId' in known.payer ? known.payer.accountId : null,
        h5_deviceid: 'device' in known.payer ? known.payer.device : null,
        fill_times: known.fillTimes,
        first_fill_time: seconds(known.firstFillAt),
        last_fill_time: seconds(known.lastFillAt),
        status2: ACCOUNT_STATUS_CODES[known.status],
      })),
    }),
  ),
});

const uploadedSchema = v.pipe(
  v.object({
    to_uid: wireAccountId,
    fill_times: v.pipe(wireCount, v.minValue(1), v.maxValue(1_000_000)),
    first_fill_time: v.optional(wireTimestamp),
    last_fill_time: wireTimestamp,
  }),
  v.transform((wire): RecipientRecord => ({
    accountId: wire.to_uid,
    fillTimes: wire.fill_times,
    firstFillAt: wire.first_fill_time ?? wire.last_fill_time,
    lastFillAt: wire.last_fill_time,
  })),
);

/** A device uploads its list when its owner signs in. */
export const uploadRecipientHistory = endpoint({
  name: 'uploadRecipientHistory',
  methods: ['GET', 'POST'],
  changes: true,
  path: '/api/web/upload_recharge_fill_record/',
  refusals: ['too-many-tries'],
  request: codec(
    v.pipe(
      v.object({
        h5_deviceid: wireIgnored,
        records: v.pipe(
          v.string(),
          v.maxLength(16_000),
          v.parseJson(),
          v.array(uploadedSchema),
          v.maxLength(RECIPIENT_HISTORY_PAGE_MAX),
        ),
      }),
      v.transform((wire) => wire.records),
    ),
    (records: RecipientRecord[]) => ({
      records: JSON.stringify(
        records.map((record) => ({
          to_uid: record.accountId,
          fill_times: record.fillTimes,
          first_fill_time: seconds(record.firstFillAt),
          last_fill_time: seconds(record.lastFillAt),
        })),
      ),
    }),
  ),
  answer: codec(v.object({}), () => ({})),
});
