import type { AccountId, OrderId } from '@jawhara/domain';
import { inTransaction, type Db } from '../platform/postgres.ts';

export type TelemetryKind = 'event' | 'page-view' | 'sensor' | 'trace';

export interface TelemetryRecord {
  readonly id: string;
  readonly receivedAt: Date;
  readonly kind: TelemetryKind;
  readonly name: string;
  readonly device: string;
  readonly accountId: AccountId | null;
  readonly orderId: OrderId | null;
  readonly body: Readonly<Record<string, string | number | null>>;
}

/** One statement for all of them. A batch that is written twice, because its first answer was lost, is there once. */
export async function insertRecords(db: Db, records: readonly TelemetryRecord[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    const rows = records.map((record) => ({
      id: record.id,
      received_at: record.receivedAt,
      kind: record.kind,
      name: record.name,
      device: record.device,
      account_id: record.accountId,
      order_id: record.orderId,
      body: tx.json(record.body),
    }));
    await tx`insert into telemetry_records ${tx(rows)} on conflict (id) do nothing`;
  });
}
