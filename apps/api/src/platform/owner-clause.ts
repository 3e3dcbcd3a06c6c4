import type { Owner } from '@jawhara/domain';
import type { PendingQuery, Row } from 'postgres';
import type { Reader } from './postgres.ts';

/** The columns of a table that contain the device and the account to which a row belongs. */
export interface OwnerColumns {
  readonly device: PendingQuery<Row[]>;
  readonly account: PendingQuery<Row[]>;
}

/** [ORD-19] [CRD-09] The rule `isOwnedBy` as a condition of SQL, so that no statement reads a row of another owner. */
export function whereOwnedBy(db: Reader, columns: OwnerColumns, { device, accountId }: Owner) {
  const ofDevice = db`(${columns.account} is null and ${columns.device} = ${device})`;
  return accountId === null ? ofDevice : db`(${columns.account} = ${accountId} or ${ofDevice})`;
}
