import {
  type Recipient,
  pressOnUser,
  type AccountId,
  type PressFacts,
  type PressOutcome,
} from '@jawhara/domain';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { goOutside } from '../../browser/page-address.ts';
import { rememberRecipient } from '../../browser/storage/recipients.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { DisplayIdText } from '../../ui/values.tsx';
import { useNavigate } from '../../ui/navigation.tsx';
import { Note } from '../../ui/note.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { isolatedName } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import { readPressedAccount } from '@jawhara/contract';
import { call } from '../../api/call.ts';
import { hostApp } from '../../host-app/current-host-app.ts';
import type { PageScope } from '../../page-scope.ts';
import { readUrlParameters } from '../../browser/link.ts';

export interface PersonSheetProps {
  person: Recipient;
  /** The app's address if the person is live and their room can be entered there; otherwise null. */
  appUrl: string | null;
  isLive: boolean;
  /** The state of the person's room, where it is known. */
  room: ReactNode;
  onClose: () => void;
}

/** A person's profile, with what can be done for them here. */
export function PersonSheet({ person, appUrl, isLive, room, onClose }: PersonSheetProps) {
  const navigate = useNavigate();
  function topUp(): void {
    onClose();
    rememberRecipient(person);
    navigate('/pay');
  }
  // Drawn outside the pressed part of the page, because a hero restyles every button inside it.
  return createPortal(
    <Sheet
      isOpen
      onClose={onClose}
      title={isolatedName(person.nickname)}
      art={<Avatar nickname={person.nickname} iconUrl={person.iconUrl} />}
    >
      <div className="col gap-16 text-center" data-testid="person-sheet">
        <p className="muted">
          <DisplayIdText id={person.displayId} />
        </p>
        {isLive && <Note kind="ok">{word('person.live')}</Note>}
        {isLive && room}
        {isLive && appUrl !== null && (
          <Button icon="smartphone" onPress={() => goOutside(appUrl)} testId="person-room">
            {word('person.room')}
          </Button>
        )}
        <Button
          icon="gem"
          variant={isLive && appUrl !== null ? 'outline' : 'primary'}
          onPress={topUp}
          testId="person-top-up"
        >
          {word('share.topupFor', { name: isolatedName(person.nickname) })}
        </Button>
      </div>
    </Sheet>,
    document.body,
  );
}

/** A flag in a link is set by `true` or `1`. */
const isSaid = (value: string | null): boolean => value === 'true' || value === '1';

function isPresserLive(): boolean {
  const { from, isAnchor } = readUrlParameters(location);
  return from === 'streamer' || isSaid(isAnchor);
}

/** Facts of a person about whom nothing is known: only the face and name are shown. */
const UNKNOWN: Pick<PressFacts, 'status' | 'isStreamer' | 'isInvisible' | 'isOnline'> & { roomId: null } = {
  status: 'normal',
  isStreamer: false,
  isInvisible: false,
  isOnline: false,
  roomId: null,
};

export interface PersonPress {
  readonly outcome: PressOutcome;
  /** The room of a streamer whom the server reports as live; otherwise null. */
  readonly roomId: number | null;
}

/** Decides what a press on a person opens. An app that cannot open its own user page is treated like a browser. */
export async function pressPerson(page: PageScope, accountId: AccountId): Promise<PersonPress> {
  const app = await hostApp(page);
  const isInApp = app.facts !== null && (await app.openUserPage(accountId));
  const answer = isInApp ? null : await call(readPressedAccount, { accountId });
  const facts = answer?.kind === 'ok' ? answer.value : UNKNOWN;
  const outcome = pressOnUser({ ...facts, isInApp, isPresserLive: isPresserLive() });
  return { outcome, roomId: facts.roomId };
}
