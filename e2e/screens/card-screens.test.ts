import { CARD_SCREENS } from './card-screens.ts';
import { inspectScreens } from './inspect-screens.ts';

inspectScreens('the card screens', CARD_SCREENS);
