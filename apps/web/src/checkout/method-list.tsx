import { CHECKOUT_COM_CARD, methodFor, type GemPack } from '@jawhara/domain';
import { useId } from 'react';
import { Icon } from '../ui/icon.tsx';
import { Note } from '../ui/note.tsx';
import { SchemeMark } from '../ui/scheme-mark.tsx';
import { SectionHead } from '../ui/section-head.tsx';
import { word } from '../words/word.ts';

/** How to pay. Saved cards and the wallet will stand above the new card, which is the only way so far. */
export function MethodList({ pack }: { pack: GemPack | null }) {
  const titleId = useId();
  const isOffered = pack === null || methodFor(pack, CHECKOUT_COM_CARD) !== null;
  return (
    <section aria-labelledby={titleId} data-testid="methods">
      <SectionHead id={titleId} step={3} isDone={isOffered} title={word('method.title')} />
      {isOffered ? (
        <div className="list" role="radiogroup" aria-labelledby={titleId}>
          <button
            type="button"
            className="option on"
            role="radio"
            aria-checked="true"
            data-testid="method-new-card"
          >
            <span className="radio" />
            <span className="scheme grid place-items-center text-primary-ink">
              <Icon name="plus" />
            </span>
            <span className="fill strong">{word('method.newCard')}</span>
            <span className="row gap-8">
              <SchemeMark scheme="visa" small />
              <SchemeMark scheme="mastercard" small />
            </span>
          </button>
        </div>
      ) : (
        <Note kind="warn">{word('method.none')}</Note>
      )}
    </section>
  );
}
