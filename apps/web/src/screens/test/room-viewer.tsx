import { counterOf, generationOf, ROOM_TABLES, type RoomTables } from '@jawhara/room-sync';
import type { RoomActivity, RoomCounts } from '../../room/room-activity.ts';
import { RoomConnectionNote } from '../../room/room-connection-note.tsx';
import { useRoomActivity } from '../../room/use-room-activity.ts';
import { useRoomConnection } from '../../room/use-room-connection.ts';
import { Ltr } from '../../ui/values.tsx';
import { Note } from '../../ui/note.tsx';
import type { WordId } from '../../words/word-id.ts';
import { word } from '../../words/word.ts';
import { RawLines } from './test-section.tsx';

const COUNTS: readonly (readonly [keyof RoomCounts, WordId])[] = [
  ['updates', 'test.roomUpdates'],
  ['gaps', 'test.roomGaps'],
  ['fullReads', 'test.roomReads'],
  ['reconnects', 'test.roomReconnects'],
  ['moves', 'test.roomMoves'],
];

function Numbers({ sn, counts }: RoomActivity) {
  const place = sn === null ? '-' : `${generationOf(sn)} · ${counterOf(sn)}`;
  const rows: readonly (readonly [string, WordId, string])[] = [
    ['sn', 'test.roomSn', place],
    ...COUNTS.map(([name, label]) => [name, label, String(counts[name])] as const),
  ];
  return (
    <dl className="small" data-testid="room-numbers">
      {rows.map(([name, label, value]) => (
        <div key={name} className="row wraps">
          <dt className="muted fill">{word(label)}</dt>
          <dd data-testid={`room-${name}`}>
            <Ltr>{value}</Ltr>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const rowsOf = (tables: RoomTables): (readonly [string, unknown])[] =>
  ROOM_TABLES.flatMap((table) =>
    [...tables[table]].map(([key, value]) => [`${table}/${key}`, value] as const),
  );

/** The tables of one live room, the number (`sn`) of its last update, its gaps and reconnects; drawn again at every message. */
export function RoomViewer({ rid }: { rid: string }) {
  const activity = useRoomActivity(rid);
  const { connection } = useRoomConnection(rid);
  return (
    <div className="col gap-8" data-testid="room-viewer" data-state={connection.kind}>
      {connection.kind === 'live' && <Note kind="ok">{word('test.roomLive')}</Note>}
      <RoomConnectionNote rid={rid} />
      {activity !== null && (
        <>
          <Numbers {...activity} />
          <h3 className="strong">{word('test.roomTables')}</h3>
          <RawLines of={rowsOf(activity.tables)} testId="room-tables" />
          {activity.log.length > 0 && <h3 className="strong">{word('test.roomLog')}</h3>}
          <RawLines
            of={activity.log.map((line, nth) => [String(nth + 1), line] as const)}
            testId="room-log"
          />
        </>
      )}
    </div>
  );
}
