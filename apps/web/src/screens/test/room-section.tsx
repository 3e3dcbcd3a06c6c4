import { isRoomId } from '@jawhara/room-sync';
import { useState } from 'react';
import { useVisitRoom } from '../../room/use-visit-room.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { word } from '../../words/word.ts';
import { RoomViewer } from './room-viewer.tsx';
import { TestSection } from './test-section.tsx';

/** Follows a live room: the one in the address, else the one that the account joined last, or one that is typed. */
export function RoomSection() {
  const visitRoom = useVisitRoom();
  const [typed, setTyped] = useState<string | null>(null);
  const [followed, setFollowed] = useState<string | null>(null);
  const rid = typed ?? visitRoom ?? '';
  const isWrong = rid !== '' && !isRoomId(rid);
  return (
    <TestSection title={word('test.room')} hint={word('test.roomHint')}>
      <Field
        label={word('test.roomId')}
        value={rid}
        onChange={setTyped}
        inputMode="numeric"
        isBad={isWrong}
        testId="test-room-id"
      />
      {followed === null ? (
        <Button
          variant="outline"
          compact
          onPress={() => isRoomId(rid) && setFollowed(rid)}
          testId="test-room-follow"
        >
          {word('test.roomFollow')}
        </Button>
      ) : (
        <>
          <Button variant="outline" compact onPress={() => setFollowed(null)} testId="test-room-leave">
            {word('test.roomLeave')}
          </Button>
          <RoomViewer rid={followed} />
        </>
      )}
    </TestSection>
  );
}
