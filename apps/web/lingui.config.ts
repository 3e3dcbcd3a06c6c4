import { formatter } from '@lingui/format-po';
import type { LinguiConfig } from '@lingui/conf';

/** Ids are written by hand (`home.heroTitle`), so the PO parser must not treat them as source sentences. */
const config: LinguiConfig = {
  locales: ['ar', 'en'],
  sourceLocale: 'ar',
  catalogs: [
    'shared',
    'home',
    'info',
    'operator',
    'device',
    'data',
    'language',
    'recipient',
    'lookup',
    'again',
    'search',
    'question',
    'money',
    'pay',
    'card',
    'saved',
    'result',
    'wallet',
    'help',
    'login',
    'feedback',
    'fine',
    'other',
    'bridge',
    'person',
    'room',
    'test',
  ].map((name) => ({
    path: `<rootDir>/src/words/{locale}/${name}`,
    include: [],
  })),
  format: formatter({ explicitIdAsDefault: true }),
};

export default config;
