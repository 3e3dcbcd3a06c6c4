import type { CheckoutComFields } from '@jawhara/contract';
import { CHECKOUT_COM } from '@jawhara/domain';
import type { HostedFields } from '../card-fields.ts';

const fetchFields = () => import('./checkout-com-fields.ts');

export const checkoutCom: HostedFields<typeof CHECKOUT_COM, CheckoutComFields> = {
  provider: CHECKOUT_COM,
  configIn: ({ cardFields }) => cardFields[CHECKOUT_COM],
  async open({ config }, element, handlers) {
    return (await fetchFields()).openCheckoutComCard(config, element, handlers);
  },
  async openCvv({ config }, { sourceId }, element, handlers) {
    return (await fetchFields()).openCheckoutComCvv(config, sourceId, element, handlers);
  },
  hasSplitFields: false,
  isOwnPage: () => false,
};
