import type { OrderId, PayerProof } from '@jawhara/domain';
import { useCallback, useState } from 'react';
import { useSteadyConfig, useSiteConfig } from '../../api/use-site-config.ts';
import { scriptedCheckIn } from '../methods/card/fields/fields-by-provider.ts';
import { OrderStrip, type OrderSummary } from '../parts/order-strip.tsx';
import type { PurchaseEvent, PurchaseState, ShownChallenge } from '../machine/purchase/purchase-state.ts';
import { AppBar } from '../../ui/app-bar.tsx';
import { HelpLink } from '../../ui/help/help.tsx';
import { word } from '../../words/word.ts';
import { StepTitle } from '../parts/step-page.tsx';
import { BankCheck } from './bank-check.tsx';
import { BankFailed, useIsOverdue } from './bank-failed.tsx';
import { NativeCheck } from './native-check.tsx';

interface BankViewProps {
  state: Extract<PurchaseState, { at: 'bank-check' }>;
  order: OrderSummary | null;
  send: (event: PurchaseEvent) => void;
}

type OnReturned = (orderId: OrderId, proof: PayerProof | null) => void;

export function BankView({ state, order, send }: BankViewProps) {
  const { orderId, challenge } = state;
  const onBack = (): void => send({ type: 'back-pressed' });
  const onReturned = useCallback<OnReturned>(
    (returned, proof) => send({ type: 'bank-returned', orderId: returned, proof }),
    [send],
  );
  return (
    <>
      <AppBar title={word('bank.title')} onBack={onBack} orderId={orderId} />
      <main className="page">
        <div className="narrow col gap-28">
          <StepTitle title={word('bank.title')} onBack={onBack} />
          {order !== null && <OrderStrip order={order} />}
          {challenge.way === 'frame' ? (
            <BankCheck orderId={orderId} url={challenge.url} onReturned={onReturned} onCancel={onBack} />
          ) : (
            <ScriptedCheck
              orderId={orderId}
              challenge={challenge}
              onReturned={onReturned}
              onCancel={onBack}
            />
          )}
          <HelpLink orderId={orderId} />
        </div>
      </main>
    </>
  );
}

interface ScriptedCheckProps {
  orderId: OrderId;
  challenge: Extract<ShownChallenge, { way: 'native' }>;
  onReturned: OnReturned;
  onCancel: () => void;
}

/** The bank's check as the provider's own script shows it. A further check of the same order gets a new component. */
function ScriptedCheck({ orderId, challenge: { action }, onReturned, onCancel }: ScriptedCheckProps) {
  // A newer configuration, read when the page becomes visible again, would restart the check while the payer is in it.
  const config = useSteadyConfig(useSiteConfig());
  const [tries, setTries] = useState(1);
  const isOverdue = useIsOverdue(config.kind !== 'loading', tries);
  if (config.kind === 'ready' && scriptedCheckIn(config.config) !== null)
    return (
      <NativeCheck
        key={action}
        orderId={orderId}
        action={action}
        site={config.config}
        onReturned={onReturned}
        onCancel={onCancel}
      />
    );
  if (config.kind === 'loading' && !isOverdue) return null;
  const retry = (): void => {
    setTries((count) => count + 1);
    if (config.kind === 'error') config.retry();
    else location.reload();
  };
  return <BankFailed orderId={orderId} onRetry={retry} onCancel={onCancel} />;
}
