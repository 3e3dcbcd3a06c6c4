import type { SavedCard } from '@jawhara/domain';
import { IconButton } from '../../../ui/button.tsx';
import { isolatedLtr } from '../../../words/isolate.ts';
import { word } from '../../../words/word.ts';

interface DeleteCardButtonProps {
  card: SavedCard;
  /** Absent: there is nothing to delete it from. */
  onDelete: (() => void) | undefined;
}

export function DeleteCardButton({ card, onDelete }: DeleteCardButtonProps) {
  if (onDelete === undefined) return null;
  return (
    <IconButton
      icon="trash-2"
      size="s"
      label={word('a11y.deleteThisCard', { last4: isolatedLtr(card.last4) })}
      onPress={onDelete}
    />
  );
}
