import type { PayermaxFields } from '@jawhara/contract';
import { PAYERMAX } from '@jawhara/domain';
import type { HostedFields } from '../card-fields.ts';

const fetchFields = () => import('./payermax-fields.ts');

function isOwnPage({ shows }: PayermaxFields): boolean {
  return shows === 'hosted-page';
}

/** This provider needs no CVV for a saved card, so nothing is typed. */
export const payermax: HostedFields<typeof PAYERMAX, PayermaxFields> = {
  provider: PAYERMAX,
  configIn: ({ cardFields }) => cardFields[PAYERMAX],
  async open(opening, element, handlers) {
    const { openHostedPage, openPayermaxCard } = await fetchFields();
    return isOwnPage(opening.config)
      ? openHostedPage(handlers)
      : openPayermaxCard(opening, element, handlers);
  },
  async openCvv(_opening, { sourceId }, _element, handlers) {
    return (await fetchFields()).openSavedCard(sourceId, handlers);
  },
  hasSplitFields: false,
  isOwnPage,
};
