import { readJoinedRooms } from '@jawhara/contract';
import { isRoomId } from '@jawhara/room-sync';
import { call } from '../api/call.ts';
import { useQuery } from '../api/query-cache.ts';
import { storedLogin } from '../browser/storage/login.ts';
import { readUrlParameters } from '../browser/link.ts';
import { useStored } from '../browser/storage/use-stored.ts';

const FRESH_MS = 60_000;

/** The room of this visit: `room_id` of the address, else the one that the signed-in account joined last or owns. Null: none. */
export function useVisitRoom(): string | null {
  const login = useStored(storedLogin);
  const named = readUrlParameters(location).roomId;
  const isNamed = isRoomId(named);
  const account = login?.account.accountId ?? null;
  const key = isNamed || account === null ? null : `joined-rooms ${account}`;
  const { value } = useQuery(key, () => call(readJoinedRooms, {}), FRESH_MS);
  if (isNamed) return named;
  const joined = value?.lastRoomId ?? value?.ownRoomId ?? null;
  return joined === null ? null : String(joined);
}
