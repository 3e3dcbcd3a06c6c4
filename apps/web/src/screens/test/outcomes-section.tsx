import { DEFAULT_PAY_TYPE, type OrderId } from '@jawhara/domain';
import { useState } from 'react';
import { ResultPanel } from '../../checkout/result/result-panel.tsx';
import type { Ending } from '../../checkout/machine/purchase/purchase-state.ts';
import type { ShownResult } from '../../checkout/machine/purchase/purchase-view.ts';
import { ResultStyle } from '../../ui/result-style.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { word } from '../../words/word.ts';
import { Chips, TestSection } from './test-section.tsx';

/** An id that no order has. */
const orderId = '00000000-0000-7000-8000-000000000000' as OrderId;
const refused = (
  outcome: 'balance' | 'expire' | 'verify' | 'high-risk' | 'other',
  code: string,
): ShownResult => ({
  at: 'not-paid',
  orderId,
  ending: { kind: 'refused', outcome, code, reason: null },
});
const ended = (ending: Ending): ShownResult => ({ at: 'not-paid', orderId, ending });

const OUTCOMES = {
  success: { at: 'paid', orderId, polls: 0, creditedAt: new Date(0) },
  balance: refused('balance', '20051'),
  expire: refused('expire', '20054'),
  verify: refused('verify', '20151'),
  'high-risk': refused('high-risk', '20059'),
  other: refused('other', '20005'),
  cancelled: ended({ kind: 'cancelled' }),
  lapsed: ended({ kind: 'expired' }),
  returned: ended({ kind: 'returned', wasDelivered: true }),
  missing: { at: 'missing', orderId },
} as const satisfies Record<string, ShownResult>;

type Forced = keyof typeof OUTCOMES;
const FORCED = Object.keys(OUTCOMES) as Forced[];
const nothing = (): void => undefined;

export function OutcomesSection() {
  const [forced, setForced] = useState<Forced | null>(null);
  const close = (): void => setForced(null);
  return (
    <TestSection title={word('test.outcomes')} hint={word('test.outcomesHint')}>
      <Chips of={FORCED} onPress={setForced} />
      {forced !== null && (
        <Sheet isOpen onClose={close} title={forced}>
          <ResultStyle />
          <ResultPanel
            state={OUTCOMES[forced]}
            order={null}
            payType={DEFAULT_PAY_TYPE}
            isFine={false}
            smaller={null}
            hasWallet={false}
            summary={null}
            send={nothing}
            actions={{
              onRetry: close,
              onOtherCard: close,
              onWallet: close,
              onRetryWith: close,
              onRefresh: close,
              onClose: close,
            }}
          />
        </Sheet>
      )}
    </TestSection>
  );
}
