import type { Deliverer } from '../base/deliverer.ts';

/** The ledger credits them: what an account has follows from what is known of its orders. Here the story says how many. */
export const deliverGems: Deliverer = async (_tx, { gems }) => ({
  story: { kind: 'gems-credited', detail: { gems } },
  alert: null,
});
