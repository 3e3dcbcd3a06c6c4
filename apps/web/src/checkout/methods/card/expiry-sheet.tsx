import { EMPTY_CARD, type SavedCard } from '@jawhara/domain';
import { useState } from 'react';
import { readUrlParameters } from '../../../browser/link.ts';
import { Button } from '../../../ui/button.tsx';
import { Ltr } from '../../../ui/values.tsx';
import { Note } from '../../../ui/note.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { isolatedLtr } from '../../../words/isolate.ts';
import { word } from '../../../words/word.ts';
import { fieldInvalid } from './fields/field-words.ts';
import { cardName } from '../../parts/card-name.ts';
import { isConfirmOpen } from '../../machine/on-confirm.ts';
import { isUpdating } from '../../machine/step-stack.ts';
import type { CheckoutEvent, OnStep } from '../../machine/checkout-state.ts';
import { ExpiryField } from './expiry-field.tsx';
import { problemSentence } from './problem-sentence.ts';

interface ExpirySheetProps {
  state: OnStep;
  card: SavedCard;
  now: Date;
  send: (event: CheckoutEvent) => void;
}

/** A new date for a saved card, and nothing more. */
export function ExpirySheet({ state, card, now, send }: ExpirySheetProps) {
  const [typed, setTyped] = useState('');
  const [isPrompted, setIsPrompted] = useState(false);
  const isSent = isUpdating(state);
  const { problem } = state;
  const sentence = problemSentence(problem);
  const isExpiryTest = readUrlParameters(location).testUpdateDate !== null;
  const inputs = { fields: EMPTY_CARD, cvv: 'empty', expiry: typed, isExpiryTest } as const;
  const isOpen = isSent || isConfirmOpen(state, inputs, now);
  return (
    <Sheet
      isOpen
      isCancelable={!isSent}
      onClose={() => send({ type: 'back-pressed' })}
      title={word('dlg.expiry.title', { current: isolatedLtr(card.expiry) })}
    >
      <p className="small muted text-center mb-16">
        <Ltr>{cardName(card)}</Ltr>
      </p>
      <form
        className="col gap-20"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSent) send({ type: 'confirm-pressed', inputs, now: new Date() });
        }}
      >
        {sentence !== null && <Note kind="error">{sentence}</Note>}
        <ExpiryField typed={typed} onType={setTyped} now={now} problem={problem} isPrompted={isPrompted} />
        <Button
          type="submit"
          busy={isSent}
          held={isOpen ? null : fieldInvalid('expiry')}
          onHeldPress={() => setIsPrompted(true)}
          testId="update-expiry"
        >
          {word('dlg.expiry.button')}
        </Button>
      </form>
    </Sheet>
  );
}
