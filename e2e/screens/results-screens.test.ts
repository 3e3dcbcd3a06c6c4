import { inspectScreens } from './inspect-screens.ts';
import { RESULT_SCREENS } from './screen-list.ts';

inspectScreens('the results screens', RESULT_SCREENS);
