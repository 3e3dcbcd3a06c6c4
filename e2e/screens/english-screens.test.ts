import { arabicLeft } from '../arabic-left.ts';
import { expect } from '../fixtures.ts';
import { ALL_SHOTS } from '../output.ts';
import { inspectScreens } from './inspect-screens.ts';
import { OTHER_SCREENS, RESULT_SCREENS, SHOP_SCREENS, type Screen } from './screen-list.ts';

const LOOKED_AT = /^(home|pay|card|result-success|result-balance)$/;

/** The same screen for whoever reads English, with nothing left in Arabic. */
function inEnglish(screen: Screen): Screen {
  return {
    ...screen,
    name: `english-${screen.name}`,
    async open(visit) {
      await visit.page.goto('/?lan=en');
      await screen.open(visit);
      await expect(visit.page.locator('html')).toHaveAttribute('dir', 'ltr');
      expect.soft(await arabicLeft(visit.page)).toEqual([]);
    },
  };
}

inspectScreens(
  'the screens in English',
  [...SHOP_SCREENS, ...RESULT_SCREENS, ...OTHER_SCREENS]
    .filter(({ name }) => ALL_SHOTS || LOOKED_AT.test(name))
    .map(inEnglish),
);
