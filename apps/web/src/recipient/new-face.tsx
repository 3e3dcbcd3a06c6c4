import type { Recipient, AccountId } from '@jawhara/domain';
import { useState } from 'react';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { DisplayIdText, Name } from '../ui/values.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { isolatedName } from '../words/isolate.ts';
import { word } from '../words/word.ts';
import { recipientQuestion, useBarred, type RecipientQuestion } from './recipient-question.ts';
import { confirmRecipient, forgetRecipient, rememberRecipient } from '../browser/storage/recipients.ts';

interface RecipientQuestionSheetProps {
  question: RecipientQuestion;
  onKeep: () => void;
  onTakeSaved: (saved: Recipient) => void;
  /** Opens the form for another id. */
  onChange: () => void;
  onClose: () => void;
}

function Face({ recipient, caption }: { recipient: Recipient; caption?: string }) {
  return (
    <div className="large-face" data-testid="asked-face" data-display-id={recipient.displayId}>
      <Avatar nickname={recipient.nickname} iconUrl={recipient.iconUrl} />
      <p className="h2 max-w-full break-words">
        <Name>{recipient.nickname}</Name>
      </p>
      <p className="small muted">
        <DisplayIdText id={recipient.displayId} />
      </p>
      {caption !== undefined && <p className="micro hint">{caption}</p>}
    </div>
  );
}

/**
 * Before the first payment for a recipient the payer confirms the face; if the id may be a typing slip, both recipients are
 * shown.
 */
function RecipientQuestionSheet(props: RecipientQuestionSheetProps) {
  const { question, onKeep, onTakeSaved, onChange, onClose } = props;
  if (question.kind === 'is-it-them') {
    return (
      <Sheet isOpen onClose={onClose} title={word('recipient.confirmQ')}>
        <Face recipient={question.recipient} />
        <p className="small muted text-center mt-16">{word('recipient.confirmWhy')}</p>
        <div className="sheet-actions">
          <Button onPress={onKeep} testId="recipient-yes">
            {word('recipient.confirmYes')}
          </Button>
          <Button variant="outline" onPress={onChange} testId="recipient-no">
            {word('recipient.confirmNo')}
          </Button>
        </div>
      </Sheet>
    );
  }
  const { recipient, saved } = question;
  const title = word('recipient.didYouMean', { name: isolatedName(saved.nickname) });
  return (
    <Sheet isOpen onClose={onClose} title={title}>
      <div className="two-faces">
        <Face recipient={saved} caption={word('recipient.saved')} />
        <Face recipient={recipient} caption={word('recipient.typed')} />
      </div>
      <p className="small muted text-center mt-16">{word('recipient.didYouMeanWhy')}</p>
      <div className="sheet-actions">
        <Button onPress={() => onTakeSaved(saved)} testId="recipient-take-saved">
          {word('recipient.takeSaved')}
        </Button>
        <Button variant="outline" onPress={onKeep} testId="recipient-keep-typed">
          {word('recipient.keepTyped')}
        </Button>
      </div>
    </Sheet>
  );
}

/** The payer's confirmation of a new recipient, for which a press on pay waits. */
export interface FaceQuestion {
  readonly isOpen: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

interface NewFaceProps {
  confirmation: FaceQuestion;
  recipient: Recipient;
  history: readonly Recipient[];
  /** Opens the form for another id. */
  onChange: () => void;
}

/** Asks about a likely typing slip as soon as it is found, about a new recipient only before the first payment. */
export function NewFace({ recipient, history, confirmation, onChange }: NewFaceProps) {
  const [leftOpen, setLeftOpen] = useState<AccountId | null>(null);
  const hasLikeness = recipientQuestion(recipient, history).kind === 'did-you-mean';
  const question = recipientQuestion(recipient, history, useBarred(hasLikeness ? history : []));
  const isLikelySlip = question.kind === 'did-you-mean' && recipient.accountId !== leftOpen;
  if (!confirmation.isOpen && !isLikelySlip) return null;

  /** Closes the sheet without an answer, so it opens again before the payment. */
  const close = (): void => {
    confirmation.onClose();
    setLeftOpen(recipient.accountId);
  };
  return (
    <RecipientQuestionSheet
      question={question}
      onClose={close}
      onChange={() => {
        close();
        onChange();
      }}
      onKeep={() => {
        confirmRecipient(recipient.accountId);
        confirmation.onConfirm();
      }}
      onTakeSaved={(saved) => {
        forgetRecipient(recipient);
        rememberRecipient(saved);
        confirmation.onClose();
      }}
    />
  );
}
