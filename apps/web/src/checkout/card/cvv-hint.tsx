import { useState } from 'react';
import { BadgeIcon } from '../../ui/badge-icon.tsx';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { word } from '../../words/word.ts';

/** The field itself is the provider's, so the way to its explanation stands under the vault. */
export function CvvHint() {
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  return (
    <>
      <button type="button" className="text-link" onClick={() => setIsOpen(true)} data-testid="cvv-hint">
        {word('dlg.cvv.title')}
      </button>
      <Sheet
        isOpen={isOpen}
        onClose={close}
        title={word('dlg.cvv.title')}
        art={<BadgeIcon icon="credit-card" />}
      >
        <p className="muted text-center">{word('dlg.cvv.body')}</p>
        <div className="mt-22">
          <Button onPress={close}>{word('common.understood')}</Button>
        </div>
      </Sheet>
    </>
  );
}
