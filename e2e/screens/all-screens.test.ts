import { ALL_SHOTS } from '../output.ts';
import { FEEDBACK_SCREENS } from './feedback-screens.ts';
import { FINE_SCREENS } from './fine-screens.ts';
import { INFO_SCREENS } from './info-screens.ts';
import { inEnglish } from './in-english.ts';
import { inspectScreens } from './inspect-screens.ts';
import { LOGIN_SCREENS } from './login-screens.ts';
import { ORDER_SCREENS } from './order-screens.ts';
import { OUTCOME_SCREENS } from './outcome-screens.ts';
import { PAY_SCREENS } from './pay-screens.ts';
import { RECEIPT_SCREENS } from './receipt-screens.ts';
import { ROOM_SCREENS } from './room-screens.ts';

/** Screens that journeys and component tests cover already: opened only when all screens are reviewed. */
const STATES = [
  ...PAY_SCREENS,
  ...OUTCOME_SCREENS,
  ...LOGIN_SCREENS,
  ...FINE_SCREENS,
  ...FEEDBACK_SCREENS,
  ...INFO_SCREENS,
  ...RECEIPT_SCREENS,
  ...ORDER_SCREENS,
  ...ROOM_SCREENS,
];

inspectScreens('every state', ALL_SHOTS ? [...STATES, ...STATES.map(inEnglish)] : []);
