import type { ProviderFields } from '@jawhara/contract';
import type { OrderId, PayerProof } from '@jawhara/domain';
import { useEffect, useRef, useState } from 'react';
import { ErrorState } from '../../ui/states.tsx';
import { Note } from '../../ui/note.tsx';
import { word } from '../../words/word.ts';
import { scriptedCheckIn } from '../methods/card/fields/fields-by-provider.ts';
import type { ScriptedCheck } from '../methods/card/fields/card-fields.ts';

export interface NativeCheckProps {
  orderId: OrderId;
  /** The provider's action text, which only its own script reads. */
  action: string;
  site: ProviderFields;
  onReturned: (orderId: OrderId, proof: PayerProof | null) => void;
}

/** The bank's challenge in our page, shown by the provider's script. */
export function NativeCheck({ orderId, action, site, onReturned }: NativeCheckProps) {
  const place = useRef<HTMLDivElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const element = place.current;
    const open = scriptedCheckIn(site);
    if (element === null || open === null) return undefined;
    let isGone = false;
    let check: ScriptedCheck | null = null;
    const fail = (): void => {
      if (!isGone) setHasFailed(true);
    };
    const onProof = (proof: PayerProof | null): void => {
      if (!isGone) onReturned(orderId, proof);
    };
    open(action, element, { onProof, onFailed: fail }).then((opened) => {
      check = opened;
      if (isGone) opened.close();
    }, fail);
    return () => {
      isGone = true;
      check?.close();
    };
  }, [orderId, action, site, onReturned, tries]);
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
