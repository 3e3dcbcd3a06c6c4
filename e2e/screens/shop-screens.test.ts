import { inspectScreens } from './inspect-screens.ts';
import { SHOP_SCREENS } from './screen-list.ts';

inspectScreens('the shop screens', SHOP_SCREENS);
