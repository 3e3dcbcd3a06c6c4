import type { AdyenFields } from '@jawhara/contract';
import { ADYEN } from '@jawhara/domain';
import type { HostedFields } from '../card-fields.ts';

/** The provider's library for the card fields and the bank's check: one chunk, loaded when either is opened. */
const fetchFields = () => import('./adyen-fields.ts');

export const adyen: HostedFields<typeof ADYEN, AdyenFields> = {
  provider: ADYEN,
  configIn: ({ cardFields }) => cardFields[ADYEN],
  async open({ config }, element, handlers) {
    return (await fetchFields()).openAdyenCard(config, element, handlers);
  },
  async openCvv({ config }, card, element, handlers) {
    return (await fetchFields()).openAdyenCvv(config, card, element, handlers);
  },
  scriptedCheckIn: ({ cardFields: { [ADYEN]: config } }) =>
    config &&
    (async (action, element, handlers) =>
      (await fetchFields()).openNativeCheck(config, action, element, handlers)),
  hasSplitFields: true,
  isOwnPage: () => false,
};
