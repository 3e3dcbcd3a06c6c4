import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { createDatabase, dropDatabase } from '../../../../tools/stack/postgres.ts';

export interface RoomDatabase {
  /** Logs in with a gateway's role. */
  readonly url: string;
  readonly ownerUrl: string;
  drop(): Promise<void>;
}

export async function openRoomDatabase(): Promise<RoomDatabase> {
  const name = `jawhara_rooms_${randomBytes(6).toString('hex')}`;
  const adminUrl = inject('databaseAdminUrl');
  const ownerUrl = await createDatabase(adminUrl, name, inject('databaseTemplate'));
  const url = new URL(ownerUrl);
  url.searchParams.set('role', 'jawhara_rooms');
  return { url: url.href, ownerUrl, drop: () => dropDatabase(adminUrl, name) };
}
