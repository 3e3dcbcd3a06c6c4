import type { CheckoutComFields } from '@jawhara/contract';
import { CHECKOUT_COM } from '@jawhara/domain';
import type { HostedFields } from '../hosted-fields.ts';

export const checkoutCom: HostedFields<typeof CHECKOUT_COM, CheckoutComFields> = {
  provider: CHECKOUT_COM,
  configIn: ({ cardFields }) => cardFields[CHECKOUT_COM],
  async open({ config }, element, handlers) {
    const { openCheckoutComCard } = await import('./checkout-com-fields.ts');
    return openCheckoutComCard(config, element, handlers);
  },
  async openCvv({ config }, { sourceId }, element, handlers) {
    const { openCheckoutComCvv } = await import('./checkout-com-fields.ts');
    return openCheckoutComCvv(config, sourceId, element, handlers);
  },
  hasSplitFields: false,
  isOwnPage: () => false,
};
