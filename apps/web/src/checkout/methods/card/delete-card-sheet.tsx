import type { SavedCard } from '@jawhara/domain';
import { BadgeIcon } from '../../../ui/badge-icon.tsx';
import { Button } from '../../../ui/button.tsx';
import { Ltr } from '../../../ui/ltr.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { word } from '../../../words/word.ts';
import { cardName } from '../../parts/card-name.ts';

export interface DeleteCardSheetProps {
  card: SavedCard;
  isDeleting: boolean;
  onDelete: () => void;
  onClose: () => void;
}

export function DeleteCardSheet({ card, isDeleting, onDelete, onClose }: DeleteCardSheetProps) {
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={word('dlg.delete.title')}
      art={<BadgeIcon icon="trash-2" tone="danger" />}
    >
      <p className="strong text-center">
        <Ltr>{cardName(card)}</Ltr>
      </p>
      <p className="muted text-center">{word('dlg.delete.body')}</p>
      <div className="sheet-actions">
        <Button variant="danger" busy={isDeleting} onPress={onDelete} testId="delete-yes">
          {word('common.delete')}
        </Button>
        <Button variant="outline" onPress={onClose} testId="delete-no">
          {word('common.cancel')}
        </Button>
      </div>
    </Sheet>
  );
}
