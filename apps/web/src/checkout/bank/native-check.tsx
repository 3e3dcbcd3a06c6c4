import type { AdyenFields } from '@jawhara/contract';
import type { OrderId, PayerProof } from '@jawhara/domain';
import { useEffect, useRef, useState } from 'react';
import { ErrorState } from '../../ui/error-state.tsx';
import { Note } from '../../ui/note.tsx';
import { word } from '../../words/word.ts';
import type { NativeCheck as OpenCheck } from './open-native-check.ts';

export interface NativeCheckProps {
  orderId: OrderId;
  /** The provider's text for its own script. */
  action: string;
  fields: AdyenFields;
  onReturned: (orderId: OrderId, proof: PayerProof | null) => void;
}

/** The bank's question in our page, shown by the provider's script. */
export function NativeCheck({ orderId, action, fields, onReturned }: NativeCheckProps) {
  const place = useRef<HTMLDivElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    let isGone = false;
    let check: OpenCheck | null = null;
    const fail = (): void => {
      if (!isGone) setHasFailed(true);
    };
    import('./open-native-check.ts')
      .then(({ openNativeCheck }) =>
        openNativeCheck(fields, action, element, (proof) => !isGone && onReturned(orderId, proof), fail),
      )
      .then((opened) => {
        check = opened;
        if (isGone) opened.close();
      }, fail);
    return () => {
      isGone = true;
      check?.close();
    };
  }, [orderId, action, fields, onReturned, tries]);
  const retry = (): void => {
    setHasFailed(false);
    setTries((count) => count + 1);
  };
  return (
    <div className="col gap-20" data-testid="native-check">
      <Note kind="info" icon="shield-check" isLive>
        {word('progress.bankCheck')}
      </Note>
      {hasFailed && (
        <ErrorState title={word('bank.loadFailed')} body={word('bank.loadFailedBody')} onRetry={retry} />
      )}
      <div ref={place} className="native-check" hidden={hasFailed} />
    </div>
  );
}
