import type { Recipient } from '@jawhara/domain';
import { Suspense, type ReactNode } from 'react';
import { Field } from '../ui/field.tsx';
import { IconButton } from '../ui/button.tsx';
import { Skeleton, Spinner, useSkeleton } from '../ui/spinner.tsx';
import { word } from '../words/word.ts';
import { Face } from './face.tsx';
import { LookUpProblem } from './late-refusals.ts';
import type { IdLookUp } from './use-look-up.ts';

export interface IdFieldProps {
  entry: IdLookUp;
  /** Accounts known on this device: the typed id may be a slip of one of their ids. */
  known: readonly Recipient[];
  onTakeKnown: (recipient: Recipient) => void;
  /** The label, if the id is not that of a recipient. */
  label?: string;
  isLabelHidden?: boolean;
  start?: ReactNode;
  /** Set if a sentence beside the field explains it already. */
  isHintHidden?: boolean;
}

/** The field for an id, with the found account below it. A refusal shows the reason and the next steps. */
export function IdField(props: IdFieldProps) {
  const { entry, known, onTakeKnown, isLabelHidden = false, start, isHintHidden = false } = props;
  const { typed, found, notFound } = entry;
  const isWaitShown = useSkeleton(entry.isSearching);
  const isHintShown = entry.hint !== null && entry.error === null && !(isHintHidden && typed === '');
  return (
    <>
      <Field
        label={props.label ?? word('search.label')}
        isLabelHidden={isLabelHidden}
        value={typed}
        onChange={entry.type}
        onBlur={() => {
          if (typed !== '') entry.search();
        }}
        error={entry.error}
        isBad={notFound !== null}
        {...(isHintShown ? { hint: entry.hint } : {})}
        placeholder={isLabelHidden ? word('search.label') : word('search.placeholder')}
        inputMode="numeric"
        maxLength={64}
        start={start}
        end={
          isWaitShown ? (
            <Spinner small />
          ) : (
            typed !== '' && (
              <IconButton icon="x" label={word('recipient.clear')} onPress={() => entry.type('')} />
            )
          )
        }
        testId="recipient-id"
      />
      <div role="status" className="look-up">
        {isWaitShown && found === null && <FaceSkeleton />}
        {found !== null && (
          <div className="found-face row" data-testid="found-face">
            <Face recipient={found} />
          </div>
        )}
      </div>
      {notFound !== null && (
        <Suspense fallback={null}>
          <LookUpProblem
            problem={notFound}
            known={known}
            onTakeKnown={onTakeKnown}
            onRetry={entry.retry}
            onOther={() => entry.type('')}
          />
        </Suspense>
      )}
    </>
  );
}

/** A placeholder as high as the face that replaces it. */
function FaceSkeleton() {
  return (
    <div className="found-face row waiting">
      <span className="visually-hidden">{word('search.searching')}</span>
      <Skeleton width="2.08rem" height="2.08rem" round />
      <div className="fill col gap-8">
        <Skeleton width="50%" height="0.8rem" />
        <Skeleton width="35%" height="0.6rem" />
      </div>
    </div>
  );
}
