import '../../../words/load-card.ts';
import '../../../words/load-wallet.ts';
import type { PayType } from '@jawhara/domain';
import { useState } from 'react';
import { BadgeIcon } from '../../../ui/marks.tsx';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { word } from '../../../words/word.ts';
import { problemSentence } from '../card/problem-note.tsx';
import type { EntryProblem } from '../../machine/purchase/purchase-state.ts';

interface EmbeddedResultProps {
  problem: EntryProblem;
  payType: PayType;
  onAgain: () => void;
}

/** Why the order of an embedded wallet came to nothing, and once more. Closed, it is said on the page alone. */
export function EmbeddedResult({ problem, payType, onAgain }: EmbeddedResultProps) {
  const [closed, setClosed] = useState<EntryProblem | null>(null);
  if (closed === problem) return null;
  const close = (): void => setClosed(problem);
  return (
    <Sheet
      isOpen
      onClose={close}
      title={word('method.applePay')}
      isTitleHidden
      art={<BadgeIcon icon="circle-alert" tone="warn" />}
    >
      <p className="text-center" data-testid="embedded-result">
        {problemSentence(problem, payType)}
      </p>
      <div className="sheet-actions">
        <Button onPress={onAgain} testId="embedded-again">
          {word('common.retry')}
        </Button>
        <Button variant="ghost" onPress={close} testId="embedded-close">
          {word('common.close')}
        </Button>
      </div>
    </Sheet>
  );
}
