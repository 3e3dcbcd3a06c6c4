import type { UsdCents } from '@jawhara/domain';
import type { RefusedField } from '../machine/purchase/purchase-state.ts';

/** What a result's buttons do. */
export interface ResultActions {
  /** The same card again, with the same pack; `field` is what the bank did not accept of it. */
  readonly onRetry: (field: RefusedField | null) => void;
  /** The same pack, with empty fields for another card. */
  readonly onOtherCard: () => void;
  /** The same pack, with the wallet of this device chosen: its own button opens it. */
  readonly onWallet: () => void;
  readonly onRetryWith: (amount: UsdCents) => void;
  readonly onRefresh: () => void;
  readonly onClose: () => void;
}
