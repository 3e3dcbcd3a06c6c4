import type { Recipient } from '@jawhara/domain';
import { Avatar } from '../ui/avatar.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { Button } from '../ui/button.tsx';
import { DisplayIdText } from '../ui/display-id-text.tsx';
import { Field } from '../ui/field.tsx';
import { Name } from '../ui/name.tsx';
import { word } from '../words/word.ts';
import { nextStepAfter } from './refusal-words.ts';
import { useLookUp } from './use-look-up.ts';

export interface RecipientIdFormProps {
  onFound: (recipient: Recipient) => void;
}

/** Type an id, confirm, see the person. A refusal says why and where to go from there. */
export function RecipientIdForm({ onFound }: RecipientIdFormProps) {
  const { typed, type, isSearching, error, notFound, search } = useLookUp(onFound);
  const refused = notFound?.kind === 'refused' ? notFound : null;
  const nextStep = refused === null ? null : nextStepAfter(refused.refusal);
  return (
    <form
      className="col gap-16"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSearching) search();
      }}
    >
      <Field
        label={word('search.label')}
        value={typed}
        onChange={type}
        error={error}
        hint={word('search.tooltip')}
        placeholder={word('search.placeholder')}
        inputMode="numeric"
        maxLength={64}
        testId="recipient-id"
      />
      {refused !== null && refused.face !== null && (
        <div className="row" data-testid="refused-recipient">
          <Avatar nickname={refused.face.nickname} iconUrl={refused.face.iconUrl} mark="bad" />
          <div className="fill">
            <div className="h2">
              <Name>{refused.face.nickname}</Name>
            </div>
            <div className="small muted">
              <DisplayIdText id={refused.face.displayId} />
            </div>
          </div>
        </div>
      )}
      {nextStep !== null && (
        <ButtonLink href={nextStep.href} variant="soft">
          {nextStep.label}
        </ButtonLink>
      )}
      <Button type="submit" busy={isSearching} icon="search" testId="recipient-confirm">
        {isSearching ? word('search.searching') : word('search.confirm')}
      </Button>
    </form>
  );
}
