import { issueRoomTicket, readPressedAccount } from '@jawhara/contract';
import { expect } from '../fixtures.ts';
import { Room } from '../room.ts';
import { changed, unanswered } from './faked-answer.ts';
import type { Screen, Visit } from './screen-list.ts';

/** Not the room of the journeys, which change their room's state at the same time. */
const room = new Room('88011');

const STATE = {
  room_mics_new: { mics: [{ user: 1002 }, { user: null }, { user: 1004 }, { user: 1006 }] },
  fans_count: { total: 1_250, online: 42 },
  pk_status: { now: { round: 1, left: 120, right: 80, seconds: 90 } },
};

async function pressLiveStreamer({ page }: Visit): Promise<void> {
  await room.setState(STATE);
  await changed(page, readPressedAccount.path, (data) => ({ ...data, room_id: Number(room.rid) }));
  await page.goto('/share.html?info=3310457');
  await page.getByTestId('person').click();
  await expect(page.getByTestId('room-summary')).toBeVisible();
}

export const ROOM_SCREENS: readonly Screen[] = [
  {
    name: 'share-live',
    isMain: true,
    async open(visit) {
      await pressLiveStreamer(visit);
      await expect(visit.page.getByTestId('room-summary').getByRole('listitem')).toHaveCount(3);
    },
  },
  {
    name: 'share-live-connecting',
    async open(visit) {
      await unanswered(visit.page, issueRoomTicket.path);
      await pressLiveStreamer(visit);
    },
  },
  {
    name: 'test-room',
    async open({ page }) {
      await room.setState(STATE);
      await page.goto(`/test?is_debug=1&room_id=${room.rid}`);
      await page.getByTestId('test-room-follow').click();
      await expect(page.getByTestId('room-viewer')).toHaveAttribute('data-state', 'live');
      await expect(page.getByTestId('room-tables')).toBeVisible();
    },
  },
];
