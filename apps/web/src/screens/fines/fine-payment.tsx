import '../../words/load-card.ts';
import '../../words/load-pay.ts';
import { useState, type ReactNode } from 'react';
import { OpenOrderNote } from '../../checkout/parts/open-order-note.tsx';
import { storedAgreedFine } from '../../browser/storage/purchase.ts';
import { AfterPaying } from './after-paying.tsx';
import { FineAmount } from './fine-amount.tsx';
import { FineChanged } from './fine-changed.tsx';
import { FineMethods } from './fine-methods.tsx';
import type { PayableFine } from './payable-fine.ts';

export interface FinePaymentProps {
  fine: PayableFine;
  /** Whose it is, above everything else. */
  account: ReactNode;
}

/** The amount that the payer has seen: the one they went on with a moment ago, else the first one shown here. */
function firstSeen({ account, quote }: PayableFine) {
  const agreed = storedAgreedFine.read();
  return agreed?.displayId === account.displayId ? agreed.amountUsdCents : quote.amountUsdCents;
}

/** A fine that lifts the ban: what it costs, and how it is paid. */
export function FinePayment({ fine, account }: FinePaymentProps) {
  const { amountUsdCents } = fine.quote;
  const [seen, setSeen] = useState(() => firstSeen(fine));
  if (seen !== amountUsdCents) {
    return (
      <div className="narrow col gap-28">
        {account}
        <FineChanged was={seen} now={amountUsdCents} onAgree={() => setSeen(amountUsdCents)} />
      </div>
    );
  }
  return (
    <>
      <OpenOrderNote />
      <div className="columns">
        <div className="column-main">
          {account}
          <FineAmount fine={fine} />
          <AfterPaying />
        </div>
        <div className="column-side">
          <FineMethods fine={fine} />
        </div>
      </div>
    </>
  );
}
