import { messages as home } from '../words/ar/home.po';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { addWords, word } from '../words/word.ts';
import { useRoomConnection } from './use-room-connection.ts';

addWords(home);

/** A sentence while a room is not connected. */
export function RoomConnectionNote({ rid }: { rid: string }) {
  const { connection, retry } = useRoomConnection(rid);
  if (connection.kind === 'live') return null;
  if (connection.kind === 'connecting') return <p className="small muted">{word('room.connecting')}</p>;
  return (
    <>
      <Note kind="warn" isLive>
        {word(connection.text)}
      </Note>
      {connection.kind === 'failed' && (
        <Button variant="outline" icon="refresh-cw" compact onPress={retry} testId="room-retry">
          {word('common.retry')}
        </Button>
      )}
    </>
  );
}
