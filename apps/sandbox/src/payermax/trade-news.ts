import type { Outage } from '../world/api-outage.ts';
import type { Dispute } from '../world/disputes.ts';
import type { Timers } from '../world/timers.ts';
import type { CaseStatus } from './case.ts';
import type { TokenisedCards } from './tokenised-cards.ts';
import type { PayermaxRefund } from './refund.ts';
import type { Trade } from './trade.ts';

/** A payment or a refund has got its result, or a dispute has changed; sent once to every listener. */
export type TradeNews =
  | { readonly type: 'PAYMENT'; readonly trade: Trade }
  | { readonly type: 'REFUND'; readonly refund: PayermaxRefund }
  | {
      readonly type: 'CHARGEBACK';
      readonly trade: Trade;
      readonly dispute: Dispute;
      readonly caseStatus: CaseStatus;
    };

export interface TradesDeps {
  readonly now: () => number;
  readonly timers: Timers;
  readonly outage: Outage;
  readonly tokenisedCards: TokenisedCards;
  readonly notify: (news: TradeNews) => void;
}
