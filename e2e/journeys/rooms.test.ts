import { expect, test } from '../fixtures.ts';
import { pageWord } from '../page-word.ts';
import { Room } from '../room.ts';

/** Account 3310457 of the seed is live in this room. */
const room = new Room('88002');

const STATE = {
  room_mics_new: { mics: [{ user: 1002 }, { user: 1004 }, { user: null }] },
  fans_count: { total: 12_345 },
};
const MICS = { ar: /شخصان على المايك/, en: /2 people on mics/ };

// A device with an app store: the link to the app leads to its page there.
test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/140.0.0.0 Mobile Safari/537.36' });

test(
  '[USR-01] a press on a live streamer shows the room as it changes, with a link into the app',
  { tag: '@phone' },
  async ({ page, picture }) => {
    for (const language of ['ar', 'en'] as const) {
      await room.setState(STATE);
      await page.goto(`/share.html?info=3310457&lan=${language}`);
      await page.getByTestId('person').click();
      const sheet = page.getByTestId('person-sheet');
      await expect(sheet).toContainText(MICS[language]);
      await expect(sheet).toContainText('1.2W');
      const pk = await pageWord(page, 'room.pk');
      await expect(sheet).not.toContainText(pk);
      await room.change({ cmd: 'set_many', table: 'pk_status', values: { now: { seconds: 180 } } });
      await expect(sheet).toContainText(pk);
      await expect(page.getByTestId('person-room')).toBeVisible();
      await picture(`person-room-${language}`);
    }
  },
);
