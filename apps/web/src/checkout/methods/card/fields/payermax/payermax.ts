import type { PayermaxFields } from '@jawhara/contract';
import { PAYERMAX } from '@jawhara/domain';
import type { HostedFields } from '../hosted-fields.ts';

function isOwnPage({ shows }: PayermaxFields): boolean {
  return shows === 'hosted-page';
}

/** It asks for no CVV of a card that it keeps: that is handed over as it is. */
export const payermax: HostedFields<typeof PAYERMAX, PayermaxFields> = {
  provider: PAYERMAX,
  configIn: ({ cardFields }) => cardFields[PAYERMAX],
  async open(opening, element, handlers) {
    if (isOwnPage(opening.config)) return (await import('./hosted-page-fields.ts')).openHostedPage(handlers);
    const { openPayermaxCard } = await import('./payermax-fields.ts');
    return openPayermaxCard(opening, element, handlers);
  },
  async openCvv(_opening, { sourceId }, _element, handlers) {
    const { openSavedCard } = await import('./saved-card-fields.ts');
    return openSavedCard(sourceId, handlers);
  },
  hasSplitFields: false,
  isOwnPage,
};
