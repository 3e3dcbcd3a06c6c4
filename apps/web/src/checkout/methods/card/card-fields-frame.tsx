import type { ReactNode } from 'react';
import { ErrorState } from '../../../ui/states.tsx';
import { Skeleton } from '../../../ui/spinner.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { word } from '../../../words/word.ts';
import type { CardFieldsState } from './use-card-fields.ts';

interface CardFieldsFrameProps {
  title: string;
  marks?: ReactNode;
  state: CardFieldsState;
  /** The number of fields to reserve room for. */
  rows: number;
  onRetry: () => void;
  /** The pay bar: on PC the button under the fields, on a phone fixed at the bottom. */
  foot?: ReactNode;
  children: ReactNode;
}

/** Our frame round the provider's fields: loading, failed, or shown. */
export function CardFieldsFrame({
  title,
  marks,
  state,
  rows,
  onRetry,
  foot,
  children,
}: CardFieldsFrameProps) {
  return (
    <div className="vault">
      <div role="group" aria-label={word('card.group')} data-testid="vault" data-state={state}>
        <div className="vault-head">
          <Icon name="lock-keyhole" size="s" />
          {title}
          {marks !== undefined && <span className="marks">{marks}</span>}
        </div>
        <div className="vault-body">
          {state === 'loading' && (
            <div role="status" className="col gap-20">
              <span className="visually-hidden">{word('card.loading')}</span>
              {Array.from({ length: rows }, (_, row) => (
                <Skeleton key={row} width="100%" height="2.9rem" />
              ))}
            </div>
          )}
          {state === 'failed' && (
            <ErrorState
              title={word('card.loadFailed')}
              body={word('card.loadFailedBody')}
              onRetry={onRetry}
            />
          )}
          {children}
        </div>
      </div>
      {foot}
    </div>
  );
}
