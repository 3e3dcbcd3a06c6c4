import { useState } from 'react';
import { spriteSymbol, Icon } from '../../../ui/icon.tsx';
import { word } from '../../../words/word.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';

/** A drawing of a card's back, with the CVV marked. */
export function CardBack({ isLarge = false }: { isLarge?: boolean }) {
  return (
    <svg className={isLarge ? 'card-back large' : 'card-back'} role="img" aria-label={word('a11y.cardBack')}>
      <use href={spriteSymbol('card-back')} />
    </svg>
  );
}

/**
 * The link that explains the CVV. Short beside the label of our own box; in full under the provider's fields, where the
 * label is the provider's.
 */
export function CvvHint({ isShort = false }: { isShort?: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  return (
    <>
      <button
        type="button"
        className={isShort ? 'field-aid' : 'text-link'}
        aria-label={word('dlg.cvv.title')}
        onClick={() => setIsOpen(true)}
        data-testid="cvv-hint"
      >
        {isShort && <Icon name="circle-question-mark" size="xs" />}
        {isShort ? word('card.cvvWhere') : word('dlg.cvv.title')}
      </button>
      <Sheet isOpen={isOpen} onClose={close} title={word('dlg.cvv.title')} art={<CardBack isLarge />}>
        <p className="muted text-center">{word('dlg.cvv.body')}</p>
        <div className="mt-22">
          <Button onPress={close}>{word('common.understood')}</Button>
        </div>
      </Sheet>
    </>
  );
}
