import type { ProviderFields } from '@jawhara/contract';
import type { OrderId, PayerProof } from '@jawhara/domain';
import { useEffect, useRef, useState } from 'react';
import { Note } from '../../ui/note.tsx';
import { word } from '../../words/word.ts';
import { scriptedCheckIn } from '../methods/card/fields/fields-by-provider.ts';
import type { ScriptedCheck } from '../methods/card/fields/card-fields.ts';
import { BankFailed, useIsOverdue } from './bank-failed.tsx';

export interface NativeCheckProps {
  orderId: OrderId;
  /** The provider's action text, which only its own script reads. */
  action: string;
  site: ProviderFields;
  onReturned: (orderId: OrderId, proof: PayerProof | null) => void;
  onCancel: () => void;
}

/** The bank's challenge in our page, shown by the provider's script. */
export function NativeCheck({ orderId, action, site, onReturned, onCancel }: NativeCheckProps) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'opening' | 'open' | 'failed'>('opening');
  const [tries, setTries] = useState(1);
  const isOverdue = useIsOverdue(state !== 'opening', tries);
  const hasFailed = state === 'failed' || isOverdue;
  useEffect(() => {
    const element = place.current;
    const open = scriptedCheckIn(site);
    if (element === null || open === null) return undefined;
    let isGone = false;
    let check: ScriptedCheck | null = null;
    const fail = (): void => {
      if (!isGone) setState('failed');
    };
    const onProof = (proof: PayerProof | null): void => {
      if (!isGone) onReturned(orderId, proof);
    };
    open(action, element, { onProof, onFailed: fail }).then((opened) => {
      check = opened;
      if (isGone) opened.close();
      else setState((before) => (before === 'failed' ? before : 'open'));
    }, fail);
    return () => {
      isGone = true;
      check?.close();
    };
  }, [orderId, action, site, onReturned, tries]);
  const retry = (): void => {
    setState('opening');
    setTries((count) => count + 1);
  };
  return (
    <div className="col gap-20" data-testid="native-check">
      {hasFailed ? (
        <BankFailed orderId={orderId} onRetry={retry} onCancel={onCancel} />
      ) : (
        <Note kind="info" icon="shield-check" isLive>
          {word('progress.bankCheck')}
        </Note>
      )}
      <div ref={place} className="native-check" hidden={hasFailed} />
    </div>
  );
}
