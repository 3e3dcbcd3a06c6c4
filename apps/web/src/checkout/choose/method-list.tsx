import { isWallet, type GemPack } from '@jawhara/domain';
import { useId } from 'react';
import { Note } from '../../ui/note.tsx';
import { word } from '../../words/word.ts';
import { MethodSection } from './method-section.tsx';
import { NewCardRow } from './new-card-row.tsx';

export interface MethodListProps {
  pack: GemPack | null;
  /** The list that comes after this one has to know that the payer has chosen. */
  onNewCard: (isPressed: true) => void;
}

/** How to pay, before anything is known of this device's cards: a new card can be used at once. */
export function MethodList({ pack, onNewCard }: MethodListProps) {
  const titleId = useId();
  const isOffered = pack === null || pack.methods.some(({ payType }) => !isWallet(payType));
  return (
    <MethodSection titleId={titleId} isDone={isOffered}>
      {isOffered ? (
        <div className="list" role="radiogroup" aria-labelledby={titleId}>
          <NewCardRow isChosen onChoose={() => onNewCard(true)} />
        </div>
      ) : (
        <Note kind="warn">{word('method.none')}</Note>
      )}
    </MethodSection>
  );
}
