import type { Recipient } from '@jawhara/domain';
import type { ReactNode, Ref } from 'react';
import { Avatar } from '../ui/avatar.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Icon } from '../ui/icon.tsx';
import { DisplayIdText } from '../ui/display-id-text.tsx';
import { Name } from '../ui/name.tsx';
import { Note } from '../ui/note.tsx';
import { word } from '../words/word.ts';
import type { NextStep } from './refusal-words.ts';

export interface RecipientCardProps {
  recipient: Recipient;
  /** Why gems cannot be bought for them after all; null when they can. */
  refused: { readonly sentence: string; readonly nextStep: NextStep | null } | null;
  onChange: () => void;
  changeRef?: Ref<HTMLButtonElement>;
  children?: ReactNode;
}

/** The face, the name and the id of whoever gets the gems: what a payer must have seen before paying. */
export function RecipientCard({ recipient, refused, onChange, changeRef, children }: RecipientCardProps) {
  return (
    <Card className={refused === null ? 'recipient-card' : 'recipient-card refused'}>
      <div className="row wraps" data-testid="recipient-card" data-display-id={recipient.displayId}>
        <Avatar
          nickname={recipient.nickname}
          iconUrl={recipient.iconUrl}
          mark={refused === null ? 'ok' : 'bad'}
        />
        <div className="fill">
          <div className="h2">
            <Name>{recipient.nickname}</Name>
          </div>
          <div className="small muted">
            <DisplayIdText id={recipient.displayId} />
          </div>
          {refused === null && (
            <div className="verified">
              <Icon name="badge-check" size="xs" />
              {word('recipient.verified')}
            </div>
          )}
        </div>
        <Button
          variant="outline"
          compact
          onPress={onChange}
          {...(changeRef === undefined ? {} : { ref: changeRef })}
          testId="recipient-change"
        >
          {word('common.change')}
        </Button>
      </div>
      {refused !== null && (
        <div className="col gap-16 mt-16">
          <Note kind="error">{refused.sentence}</Note>
          {refused.nextStep !== null && (
            <ButtonLink href={refused.nextStep.href} variant="soft">
              {refused.nextStep.label}
            </ButtonLink>
          )}
        </div>
      )}
      {children}
    </Card>
  );
}
