import type { RouteName } from './routes.ts';
import { word } from '../words/word.ts';

/** The hero's title contains a line break, which is replaced by a blank. */
const topUp = (): string => `${word('home.heroTitle').replaceAll('\n', ' ')}. ${word('home.heroBody')}`;
const feedback = (): string => word('feedback.lead');

/**
 * The text below a page's title in search results. Read only where all sentences are loaded: in the build, and in a page of
 * another language.
 */
export const ROUTE_DESCRIPTIONS = {
  index: topUp,
  home: topUp,
  pay: () => `${word('home.heroBody')} ${word('packs.usdNote')}`,
  recharge: () => `${word('home.heroBody')} ${word('packs.usdNote')}`,
  'recharge-list': () => word('packs.usdNote'),
  'pay-step': topUp,
  login: () => word('login.lead'),
  fines: () => word('fine.lead'),
  feedback,
  'feedback-success': feedback,
  share: () => word('share.body'),
  receipt: () => word('receiptPage.validBody'),
  order: () => word('orderFind.lead'),
  test: topUp,
} as const satisfies Record<RouteName, () => string>;
