import { ALL_SHOTS } from '../output.ts';
import { CARD_SCREENS } from './card-screens.ts';
import { inEnglish } from './in-english.ts';
import { inspectScreens } from './inspect-screens.ts';
import { OTHER_SCREENS, RESULT_SCREENS, SHOP_SCREENS } from './screen-list.ts';

const LOOKED_AT = /^(home|pay|card|result-success|result-balance)$/;

inspectScreens(
  'the screens in English',
  [...SHOP_SCREENS, ...RESULT_SCREENS, ...OTHER_SCREENS, ...(ALL_SHOTS ? CARD_SCREENS : [])]
    .filter(({ name }) => ALL_SHOTS || LOOKED_AT.test(name))
    .map(inEnglish),
);
