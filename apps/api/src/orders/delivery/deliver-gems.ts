import type { LocalDeliverer } from '../base/deliverer.ts';

/** No side effect: gems are credited by the ledger (`writeBooks`). Only records the event. */
export const deliverGems: LocalDeliverer = {
  where: 'database',
  deliver: async (_tx, { gems }) => ({ story: { kind: 'gems-credited', detail: { gems } }, alert: null }),
};
