import { formatter } from '@lingui/format-po';
import type { LinguiConfig } from '@lingui/conf';

/** Ids are written by hand (`home.heroTitle`), so the PO parser must not treat them as source sentences. */
const config: LinguiConfig = {
  locales: ['ar', 'en'],
  sourceLocale: 'ar',
  catalogs: ['common', 'pay', 'checkout', 'home', 'account', 'info'].map((name) => ({
    path: `<rootDir>/src/words/{locale}/${name}`,
    include: [],
  })),
  format: formatter({ explicitIdAsDefault: true }),
};

export default config;
