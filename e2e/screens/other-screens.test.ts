import { inspectScreens } from './inspect-screens.ts';
import { OTHER_SCREENS } from './screen-list.ts';

inspectScreens('the other screens', OTHER_SCREENS);
