import type { Deliverer } from '../base/deliverer.ts';

/** No side effect: gems are credited by the ledger (`writeBooks`). Only records the event. */
export const deliverGems: Deliverer = async (_tx, { gems }) => ({
  story: { kind: 'gems-credited', detail: { gems } },
  alert: null,
});
