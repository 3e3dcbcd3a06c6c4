import { PAY_TYPES_WITHOUT_CVV, payTypeOfSource, type SavedCard } from '@jawhara/domain';
import { Button } from '../../ui/button.tsx';
import { Ltr } from '../../ui/ltr.tsx';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { word } from '../../words/word.ts';
import { keptCardName } from '../card/kept-card-row.tsx';

export interface RememberCardSheetProps {
  card: SavedCard;
  onAnswer: (isRemembered: boolean) => void;
}

function promiseFor({ sourceId }: SavedCard): string {
  const isCvvAsked = !PAY_TYPES_WITHOUT_CVV.includes(payTypeOfSource(sourceId));
  return isCvvAsked ? word('dlg.remember.body') : word('dlg.remember.bodyWithoutCvv');
}

/** Asked after the payment, never before it. Closing it is a no. */
export function RememberCardSheet({ card, onAnswer }: RememberCardSheetProps) {
  return (
    <Sheet
      isOpen
      onClose={() => onAnswer(false)}
      title={word('dlg.remember.title')}
      art={
        <div className="flex justify-center mb-16">
          <SchemeMark scheme={card.scheme} />
        </div>
      }
    >
      <p className="strong text-center">
        <Ltr>{keptCardName(card)}</Ltr>
      </p>
      <p className="muted text-center">{promiseFor(card)}</p>
      <div className="sheet-actions">
        <Button onPress={() => onAnswer(true)} testId="remember-yes">
          {word('common.yes')}
        </Button>
        <Button variant="outline" onPress={() => onAnswer(false)} testId="remember-no">
          {word('common.no')}
        </Button>
      </div>
    </Sheet>
  );
}
