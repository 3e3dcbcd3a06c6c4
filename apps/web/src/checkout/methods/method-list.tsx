import {
  isWallet,
  methodFor,
  payTypeOfSource,
  RECENT_CARDS_SHOWN_MAX,
  type CardSourceId,
  type GemPack,
  type SeenCard,
} from '@jawhara/domain';
import { useId, useSyncExternalStore } from 'react';
import { storedLastPayCard } from '../../browser/storage/purchase.ts';
import { NOTHING_SEEN, readSeenCards, storedSeenCards } from '../../browser/storage/login.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { Note } from '../../ui/note.tsx';
import { word } from '../../words/word.ts';
import { moveInGroup } from '../parts/move-in-group.ts';
import { MethodSection, NewCardRow, SeenCardRow } from './method-section.tsx';

/** A row that was pressed before the machine was loaded. */
export type EarlyMethod = 'new-card' | CardSourceId;

interface MethodListProps {
  pack: GemPack | null;
  pressed: EarlyMethod | null;
  /** Passes on the payer's choice to the list that replaces this one. */
  onPressed: (pressed: EarlyMethod) => void;
}

/** The rows that the machine will show, in the same order and with the same selection. */
function useSeenRows(pack: GemPack | null, pressed: EarlyMethod | null) {
  const last = useStored(storedLastPayCard);
  const seen = useSyncExternalStore(storedSeenCards.subscribe, readSeenCards, () => NOTHING_SEEN);
  const isSold = ({ sourceId }: SeenCard): boolean =>
    pack === null || methodFor(pack, payTypeOfSource(sourceId)) !== null;
  const sold = seen.filter(isSold);
  const first = sold.find(({ sourceId }) => sourceId === (pressed ?? last)) ?? sold[0];
  const shown = sold.slice(0, RECENT_CARDS_SHOWN_MAX);
  if (first !== undefined && !shown.includes(first)) shown.splice(-1, 1, first);
  return { shown, chosen: pressed === 'new-card' ? undefined : first };
}

/**
 * The payment methods before the server has answered: the cards this device saw last, and a new one, which can be used at
 * once.
 */
export function MethodList({ pack, pressed, onPressed }: MethodListProps) {
  const titleId = useId();
  const { shown, chosen } = useSeenRows(pack, pressed);
  const isOffered = pack === null || pack.methods.some(({ payType }) => !isWallet(payType));
  return (
    <MethodSection titleId={titleId} isDone={isOffered}>
      {isOffered ? (
        <div
          className="list"
          role="radiogroup"
          aria-labelledby={titleId}
          tabIndex={-1}
          onKeyDown={moveInGroup}
        >
          {shown.map((card) => (
            <SeenCardRow
              key={card.sourceId}
              card={card}
              isChosen={card === chosen}
              isTabStop={card === chosen}
              onChoose={() => onPressed(card.sourceId)}
            />
          ))}
          <NewCardRow
            isChosen={chosen === undefined}
            isTabStop={chosen === undefined}
            onChoose={() => onPressed('new-card')}
          />
        </div>
      ) : (
        <Note kind="warn">{word('method.none')}</Note>
      )}
    </MethodSection>
  );
}
