import type { DisplayId } from '@jawhara/domain';
import { useEffect, useRef } from 'react';
import { IdField } from '../../recipient/id-field.tsx';
import { useLookUp } from '../../recipient/use-look-up.ts';
import { Card } from '../../ui/card.tsx';
import { word } from '../../words/word.ts';
import { AfterPaying } from './after-paying.tsx';
import { lookUpFine } from './look-up-fine.ts';

const NOBODY = [] as const;
const nothing = (): void => undefined;

export interface FineStartProps {
  onFound: (displayId: DisplayId) => void;
  /** Whoever wanted another account goes on typing. */
  takesFocus: boolean;
}

/** Nobody is named yet: the id is looked up as it is typed. */
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
