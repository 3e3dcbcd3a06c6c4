import '../words/load-person.ts';
import type { PressOutcome, Recipient } from '@jawhara/domain';
import { useState, type ComponentType, type ReactNode } from 'react';
import { askUntilThere } from '../ui/steady-lazy.tsx';
import { showToast } from '../ui/toast.ts';
import { isolatedName } from '../words/isolate.ts';
import { word } from '../words/word.ts';
import type { PersonSheetProps } from './person-sheet.tsx';

export interface PersonButtonProps {
  person: Recipient;
  /** Where this device gets the app; null where nobody can tell. */
  appUrl: string | null;
  /** Their face. */
  children: ReactNode;
}

type Shown = 'nothing' | 'person' | 'live';

/** What is said or shown for each end of a press. */
const ENDS: { readonly [Outcome in PressOutcome]: { readonly shows: Shown; readonly says?: () => string } } =
  {
    'user-page': { shows: 'nothing' },
    dialog: { shows: 'person' },
    room: { shows: 'live' },
    ban: { shows: 'nothing', says: () => word('press.ban') },
    living: { shows: 'nothing', says: () => word('press.living') },
  };

/** Fetched by a press: few come here to press a face. */
async function fetchPress() {
  const [{ pressPerson }, { PersonSheet }] = await Promise.all([
    import('./press-person.ts'),
    import('./person-sheet.tsx'),
  ]);
  return { pressPerson, PersonSheet };
}

/** A face that can be pressed. */
export function PersonButton({ person, appUrl, children }: PersonButtonProps) {
  const [shown, setShown] = useState<Shown>('nothing');
  const [isAsking, setIsAsking] = useState(false);
  const [PersonSheet, setPersonSheet] = useState<ComponentType<PersonSheetProps> | null>(null);
  async function press(): Promise<void> {
    if (isAsking) return;
    setIsAsking(true);
    try {
      const fetched = await askUntilThere(fetchPress);
      const { shows, says } = ENDS[await fetched.pressPerson(person.accountId)];
      setPersonSheet(() => fetched.PersonSheet);
      setShown(shows);
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
          onClose={() => setShown('nothing')}
        />
      )}
    </>
  );
}
