import type { SavedCard } from '@jawhara/domain';
import { BadgeIcon } from '../../../ui/marks.tsx';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { isolatedLtr } from '../../../words/isolate.ts';
import { word } from '../../../words/word.ts';
import { cardName } from '../../parts/card-name.ts';

interface ExpiredCardSheetProps {
  card: SavedCard;
  /** Absent where its provider cannot change a date: then it can only be deleted. */
  onUpdate?: () => void;
  onDelete: () => void;
  onOther: () => void;
  onClose: () => void;
}

/** Shown when the payer presses pay with an expired card. */
export function ExpiredCardSheet({ card, onUpdate, onDelete, onOther, onClose }: ExpiredCardSheetProps) {
  const name = isolatedLtr(cardName(card));
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={word('dlg.expired.title')}
      art={<BadgeIcon icon="calendar-clock" tone="warn" />}
    >
      <p className="muted text-center">
        {onUpdate === undefined ? word('saved.expiredMsg') : word('dlg.expired.body', { card: name })}
      </p>
      <div className="sheet-actions">
        {onUpdate === undefined ? (
          <Button variant="danger" onPress={onDelete} testId="expired-delete">
            {word('common.delete')}
          </Button>
        ) : (
          <Button onPress={onUpdate} testId="expired-update">
            {word('dlg.expired.update')}
          </Button>
        )}
        <Button variant="outline" onPress={onOther} testId="expired-other">
          {word('dlg.expired.other')}
        </Button>
      </div>
    </Sheet>
  );
}
