import type { ScenarioSection } from '../scenario-page.ts';

/** The section, on the page of test cards, of a provider that accepts wallet tokens and no card numbers. */
export function walletSection(id: string, name: string): ScenarioSection {
  return {
    id,
    name,
    note: {
      ar: 'يقبل المحافظ وحدها: تُختار البطاقة في نافذة المحفظة التجريبية.',
      en: 'Takes wallets alone: the card is chosen in the sheet of the played wallet.',
    },
    entries: [],
    links: {
      books: `/_control/${id}/books`,
      webhooks: `/_control/${id}/webhooks`,
      'payment API': `/_control/${id}/api`,
    },
  };
}
