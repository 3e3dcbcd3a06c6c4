import type { AdyenFields } from '@jawhara/contract';
import { ADYEN } from '@jawhara/domain';
import type { HostedFields } from '../hosted-fields.ts';

export const adyen: HostedFields<typeof ADYEN, AdyenFields> = {
  provider: ADYEN,
  configIn: ({ cardFields }) => cardFields[ADYEN],
  async open({ config }, element, handlers) {
    const { openAdyenCard } = await import('./adyen-fields.ts');
    return openAdyenCard(config, element, handlers);
  },
  async openCvv({ config }, card, element, handlers) {
    const { openAdyenCvv } = await import('./adyen-fields.ts');
    return openAdyenCvv(config, card, element, handlers);
  },
  scriptedCheckIn: ({ cardFields: { [ADYEN]: config } }) =>
    config &&
    (async (action, element, handlers) => {
      const { openNativeCheck } = await import('./open-native-check.ts');
      return openNativeCheck(config, action, element, handlers);
    }),
  hasSplitFields: true,
  isOwnPage: () => false,
};
