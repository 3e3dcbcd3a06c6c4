import { formatLargeCount } from '@jawhara/domain';
import { isolatedLtr } from '../words/isolate.ts';
import { word } from '../words/word.ts';
import { RoomConnectionNote } from './room-connection-note.tsx';
import { countOccupiedMics, isPkRunning } from './room-facts.ts';
import { useRoomKey } from './use-room-key.ts';
import { useRoomRows } from './use-room-rows.ts';

export interface RoomSummaryProps {
  rid: string;
}

/** The summary of a live room: a browser plays no sound, so the room itself is entered in the app. */
export function RoomSummary({ rid }: RoomSummaryProps) {
  const mics = useRoomRows(rid, 'room_mics_new');
  const fans = useRoomKey(rid, 'fans_count', 'total');
  const pk = useRoomKey(rid, 'pk_status', 'now');
  return (
    <div className="col gap-8" data-testid="room-summary">
      <ul className="col gap-4 small">
        {mics.size > 0 && <li>{word('room.mics', { n: countOccupiedMics(mics) })}</li>}
        {typeof fans === 'number' && (
          <li>{word('room.fans', { count: isolatedLtr(formatLargeCount(fans, 'live')) })}</li>
        )}
        {isPkRunning(pk) && <li>{word('room.pk')}</li>}
      </ul>
      <RoomConnectionNote rid={rid} />
    </div>
  );
}
