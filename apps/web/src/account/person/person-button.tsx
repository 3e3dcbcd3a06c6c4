import type { PressOutcome, Recipient } from '@jawhara/domain';
import { useState, type ComponentType, type ReactNode } from 'react';
import { usePageScope } from '../../page-scope.ts';
import { askUntilThere } from '../../ui/lazy.tsx';
import { showToast } from '../../ui/toast.ts';
import { isolatedName } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import type { PersonPress, PersonSheetProps } from './person-sheet.tsx';

interface PersonButtonProps {
  person: Recipient;
  /** The app's store address for this device; null if it is unknown. */
  appUrl: string | null;
  /** Fetches the part that shows a live room; called by a press on a streamer who is live. */
  loadRoom: () => Promise<ComponentType<{ rid: string }>>;
  /** The person's face. */
  children: ReactNode;
}

type Shown = 'nothing' | 'person' | 'live';

/** The sheet or the sentence for each outcome of a press. */
const ENDS: { readonly [Outcome in PressOutcome]: { readonly shows: Shown; readonly says?: () => string } } =
  {
    'user-page': { shows: 'nothing' },
    dialog: { shows: 'person' },
    room: { shows: 'live' },
    ban: { shows: 'nothing', says: () => word('press.ban') },
    living: { shows: 'nothing', says: () => word('press.living') },
  };

/** The avatar as a button: it opens the person's sheet, and their room if they are in one. */
export function PersonButton({ person, appUrl, loadRoom, children }: PersonButtonProps) {
  const page = usePageScope();
  const [shown, setShown] = useState<Shown>('nothing');
  const [room, setRoom] = useState<ReactNode>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [PersonSheet, setPersonSheet] = useState<ComponentType<PersonSheetProps> | null>(null);
  /** Shows the person's room in the sheet, which is open before the room's code is loaded. */
  async function showRoom({ outcome, roomId }: PersonPress): Promise<void> {
    setRoom(null);
    if (outcome !== 'room' || roomId === null) return;
    const Room = await askUntilThere(loadRoom);
    setRoom(<Room rid={String(roomId)} />);
  }
  async function press(): Promise<void> {
    if (isAsking) return;
    setIsAsking(true);
    try {
      const fetched = await askUntilThere(() => import('./person-sheet.tsx'));
      const pressed = await fetched.pressPerson(page, person.accountId);
      const { shows, says } = ENDS[pressed.outcome];
      setPersonSheet(() => fetched.PersonSheet);
      setShown(shows);
      void showRoom(pressed);
      if (says !== undefined) showToast(says(), 'info');
    } finally {
      setIsAsking(false);
    }
  }
  return (
    <>
      <button
        type="button"
        className="face-button"
        aria-label={word('person.open', { name: isolatedName(person.nickname) })}
        aria-busy={isAsking || undefined}
        data-testid="person"
        onClick={() => void press()}
      >
        {children}
      </button>
      {shown !== 'nothing' && PersonSheet !== null && (
        <PersonSheet
          person={person}
          appUrl={appUrl}
          isLive={shown === 'live'}
          room={room}
          onClose={() => setShown('nothing')}
        />
      )}
    </>
  );
}
