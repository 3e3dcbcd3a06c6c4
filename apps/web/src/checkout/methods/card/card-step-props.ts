import type { PayType, RechargeId } from '@jawhara/domain';
import type { SiteConfigState } from '../../../api/use-site-config.ts';
import type { CheckoutEvent } from '../../machine/checkout-state.ts';
import type { EntryProblem, Tokeniser } from '../../machine/purchase/purchase-state.ts';
import type { OrderSummary } from '../../parts/order-strip.tsx';

export interface CardStepProps {
  order: OrderSummary;
  /** Whose fields are shown. */
  payType: PayType;
  /** The pack as that pay type sells it; null for a fine. */
  rechargeId: RechargeId | null;
  config: SiteConfigState;
  problem: EntryProblem | null;
  isPaying: boolean;
  isOnline: boolean;
  /** Gives the purchase a way to request the card. */
  onTokeniser: (tokenise: Tokeniser) => void;
  /** The machine itself: a press with nothing missing is its event, with no view in between. */
  dispatch: (event: CheckoutEvent) => unknown;
}
