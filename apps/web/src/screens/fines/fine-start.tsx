import { readFine } from '@jawhara/contract';
import { isIdAskedFor, type DisplayId } from '@jawhara/domain';
import { useEffect, useRef } from 'react';
import { keepFine } from '../../api/use-fine.ts';
import { type Find, useLookUp } from '../../recipient/use-look-up.ts';
import { IdField } from '../../recipient/id-field.tsx';
import { Card } from '../../ui/card.tsx';
import { word } from '../../words/word.ts';
import { AfterPaying } from './after-paying.tsx';

/** The look-up of the account also returns its fine, so that the fine is not requested twice. */
const lookUpFine: Find = async (displayId, call, signal) => {
  const answer = await call(readFine, { displayId }, { signal });
  if (answer.kind === 'failed') return { kind: 'failed', displayId, failure: answer.failure };
  if (answer.kind === 'refused') {
    const { refusal, message } = answer;
    return { kind: 'refused', displayId, refusal, message };
  }
  const { account } = answer.value;
  if (!isIdAskedFor(displayId, account.displayId)) {
    return { kind: 'refused', displayId, refusal: 'not-found', message: '' };
  }
  keepFine(answer.value);
  return { kind: 'found', recipient: account };
};

const NOBODY = [] as const;
const nothing = (): void => undefined;

interface FineStartProps {
  onFound: (displayId: DisplayId) => void;
  /** True after the payer asked for another account: typing can go on at once. */
  takesFocus: boolean;
}

/** No account is named yet: the id is looked up as it is typed. */
export function FineStart({ onFound, takesFocus }: FineStartProps) {
  const form = useRef<HTMLFormElement>(null);
  const entry = useLookUp(({ displayId }) => onFound(displayId), lookUpFine);
  useEffect(() => {
    if (takesFocus) form.current?.querySelector('input')?.focus();
  }, [takesFocus]);
  return (
    <div className="narrow col gap-28">
      <p className="muted">{word('fine.lead')}</p>
      <Card>
        <form
          ref={form}
          className="col gap-16"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            entry.search();
          }}
        >
          <IdField entry={entry} known={NOBODY} onTakeKnown={nothing} label={word('fine.idPrompt')} />
        </form>
      </Card>
      <AfterPaying />
    </div>
  );
}
