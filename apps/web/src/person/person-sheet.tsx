import '../words/load-other.ts';
import type { Recipient } from '@jawhara/domain';
import { goOutside } from '../host/page-address.ts';
import { rememberRecipient } from '../host/stored-recipients.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { DisplayIdText } from '../ui/display-id-text.tsx';
import { useNavigate } from '../ui/navigation.tsx';
import { Note } from '../ui/note.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { isolatedName } from '../words/isolate.ts';
import { word } from '../words/word.ts';

export interface PersonSheetProps {
  person: Recipient;
  /** They are live, and their room can be entered where the app is; null when they are not, or nobody can tell where that is. */
  appUrl: string | null;
  isLive: boolean;
  onClose: () => void;
}

/** Who somebody is, and what can be done for them here. */
export function PersonSheet({ person, appUrl, isLive, onClose }: PersonSheetProps) {
  const navigate = useNavigate();
  function topUp(): void {
    onClose();
    rememberRecipient(person);
    navigate('/pay');
  }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={person.nickname}
      art={<Avatar nickname={person.nickname} iconUrl={person.iconUrl} />}
    >
      <div className="col gap-16" data-testid="person-sheet">
        <p className="muted">
          <DisplayIdText id={person.displayId} />
        </p>
        {isLive && <Note kind="ok">{word('person.live')}</Note>}
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
    </Sheet>
  );
}
