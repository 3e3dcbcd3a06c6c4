import { spriteSymbol } from '../../../ui/icon.tsx';
import { word } from '../../../words/word.ts';

/** Where the CVV is, as a picture. */
export function CardBack({ isLarge = false }: { isLarge?: boolean }) {
  return (
    <svg className={isLarge ? 'card-back large' : 'card-back'} role="img" aria-label={word('a11y.cardBack')}>
      <use href={spriteSymbol('card-back')} />
    </svg>
  );
}
