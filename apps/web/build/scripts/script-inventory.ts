/** A script from a provider's own servers, which changes without notice and so cannot be pinned by its hash. */
export interface ForeignScript {
  readonly owner: string;
  /** The setting with the script's address. */
  readonly setting: string;
  /** The end of the script's address, at the provider and in the sandbox. */
  readonly path: RegExp;
  readonly reason: string;
  readonly integrity: string;
}

/**
 * Every script that may run on a page where a card is paid, and why (PCI DSS 4.0.1, 6.4.3). Any other script fails `npm run
 * scripts`.
 */
export const SCRIPT_INVENTORY = {
  /** Inline scripts of every page; the policy contains their hash, so a changed one does not run. */
  inline: {
    'first-paint.js':
      'Before the first paint: layout, language, theme, and the question for the packs. Inside the page because nothing may be waited for.',
  },
  /** Our files without a hash in their name. */
  files: {
    'bank-return.js': 'The page the bank returns to: tells the waiting page, or goes on to the result.',
    'mail-stop.js':
      'The page behind the link of a mail that ends the mails of its order: one button, one call. Nothing is paid there.',
    'service-worker.js':
      'Keeps pages and packs readable without a network. Sees no card: fields are frames of others.',
  },
  /** The site itself, from this repository. */
  ours: 'The cashier: screens, steps, calls. Built from apps/web/src and packages/; changes are reviewed in this repository.',
  /** Other people's code in our files, pinned by package-lock.json (`integrity`, sha512). */
  packages: {
    '@adyen/adyen-web':
      'The card fields of Adyen: opens the frames in which the card is typed. Fetched when they open.',
    react: 'Draws the pages.',
    'react-dom': 'Draws the pages in a browser.',
    scheduler: 'When React draws what; a part of react-dom.',
    uqr: 'Draws the QR code of an invitation, on a PC only. Fetched with its picture.',
    valibot: 'Reads the answers of our server.',
    wouter: 'Which screen an address means.',
  },
  foreign: [
    {
      owner: 'Checkout.com (provider 13)',
      setting: 'CHECKOUT_COM_FIELDS_URL',
      path: /^\/checkout-web-components\/(?:index\.js)?$/,
      reason: 'Opens the frame in which the card is typed, and gives its one-time token.',
      integrity: 'Their server alone, by the policy (FIELDS_SCRIPT_ORIGINS); they publish no hash.',
    },
    {
      owner: 'PayerMax (provider 6)',
      setting: 'PAYERMAX_DROPIN_URL',
      path: /^(?:\/payermax)?\/dropin\/js\/pmdropin\.min\.js$/,
      reason: 'Opens the frame in which the card is typed.',
      integrity: 'Their server alone, by the policy (FIELDS_SCRIPT_ORIGINS); they publish no hash.',
    },
    {
      owner: 'Google Pay, where it is offered',
      setting: 'GOOGLE_PAY_SCRIPT_URL',
      path: /^(?:\/gp\/p\/js|\/google-pay)\/pay\.js$/,
      reason: 'Says whether this browser has Google Pay, draws its button and opens its sheet.',
      integrity: 'Their server alone, by the policy (FIELDS_SCRIPT_ORIGINS); they publish no hash.',
    },
  ],
} as const satisfies {
  readonly inline: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
  readonly ours: string;
  readonly packages: Readonly<Record<string, string>>;
  readonly foreign: readonly ForeignScript[];
};
