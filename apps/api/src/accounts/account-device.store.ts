import type { AccountId, DisplayId } from '@jawhara/domain';
import type { Reader, Tx } from '../platform/postgres.ts';

/** More than anybody has; a stranger with one login and many cookies fills no table. */
const DEVICES_MAX = 1_000;

export interface DeviceOfAccount {
  readonly accountId: AccountId;
  readonly device: string;
}

/** Kept also after the login has ended: it is asked about when a payment is charged back, months later. */
export async function rememberDevice(
  tx: Tx,
  { accountId, device }: DeviceOfAccount,
  at: Date,
): Promise<void> {
  await tx`
    insert into account_devices (account_id, device, first_seen)
    select ${accountId}, ${device}, ${at}
    where (select count(*) from account_devices where account_id = ${accountId}) < ${DEVICES_MAX}
    on conflict do nothing`;
}

export async function hasBeenOn(db: Reader, { accountId, device }: DeviceOfAccount): Promise<boolean> {
  const rows = await db`
    select from account_devices where account_id = ${accountId} and device = ${device}`;
  return rows.length > 0;
}

/** The same, asked by the id that was typed. */
export async function hasSignedInOn(db: Reader, displayId: DisplayId, device: string): Promise<boolean> {
  const rows = await db`
    select from accounts a join account_devices d on d.account_id = a.id
    where a.display_id = ${displayId} and d.device = ${device}`;
  return rows.length > 0;
}

export async function devicesOf(db: Reader, accountId: AccountId): Promise<string[]> {
  const rows = await db<{ device: string }[]>`
    select device from account_devices where account_id = ${accountId} limit ${DEVICES_MAX}`;
  return rows.map(({ device }) => device);
}
