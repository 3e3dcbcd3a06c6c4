import { arabicLeft } from '../arabic-left.ts';
import { expect } from '../fixtures.ts';
import { ENGLISH } from './contact-sheet.ts';
import type { Screen } from './screen-list.ts';

/** The same screen in English, with no Arabic text left. */
export function inEnglish(screen: Screen): Screen {
  return {
    ...screen,
    name: `${ENGLISH}${screen.name}`,
    async open(visit) {
      await visit.page.goto('/?lan=en');
      await screen.open(visit);
      await expect(visit.page.locator('html')).toHaveAttribute('dir', 'ltr');
      expect.soft(await arabicLeft(visit.page)).toEqual([]);
    },
  };
}
