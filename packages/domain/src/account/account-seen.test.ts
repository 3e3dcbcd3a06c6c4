import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  presenceSeen,
  pressOnUser,
  statusSeen,
  type PresenceFacts,
  type PressFacts,
  type PressOutcome,
} from './account-seen.ts';
import { ACCOUNT_STATUS_CODES, type AccountStatus } from './account.ts';

it('[RCP-08] an unknown account is reported as not existing, one of another app as a mismatch, any other with its status', () => {
  expect(statusSeen(null, 'social')).toBe('not-existing');
  expect(statusSeen({ status: 'normal', source: 'ludo' }, 'social')).toBe('source-mismatch');
  expect(statusSeen({ status: 'banned', source: 'ludo' }, 'social')).toBe('source-mismatch');
  expect(statusSeen({ status: 'normal', source: 'ludo' }, 'ludo')).toBe('normal');
  expect(statusSeen({ status: 'deactivating', source: 'social' }, 'social')).toBe('deactivating');
});

const facts: fc.Arbitrary<PresenceFacts> = fc.record({
  status: fc.constantFrom(...(Object.keys(ACCOUNT_STATUS_CODES) as AccountStatus[])),
  isStreamer: fc.boolean(),
  isInvisible: fc.boolean(),
  isOnline: fc.boolean(),
  liveRoomId: fc.option(fc.integer({ min: 1 })),
});

describe('what other users see of an account', () => {
  it('[NET-13] strangers see an invisible account as offline and in no room, even while it is live', () => {
    fc.assert(
      fc.property(facts, fc.option(fc.integer({ min: 1 })), (one, otherRoom) => {
        const invisible = presenceSeen({ ...one, isInvisible: true }, false);
        const offline = { ...one, isInvisible: false, isOnline: false, liveRoomId: otherRoom };
        expect(invisible).toEqual(presenceSeen(offline, false));
        expect(invisible).toMatchObject({ isInvisible: false, isOnline: false, roomId: null });
      }),
    );
  });

  it('[NET-13] [USR-01] a press on a user leads to the same page whether all facts about the user are known or only those shown to strangers', () => {
    fc.assert(
      fc.property(facts, fc.boolean(), fc.boolean(), fc.boolean(), (one, isOwner, isPresserLive, isInApp) => {
        const lead = { isPresserLive, isInApp };
        expect(pressOnUser({ ...presenceSeen(one, isOwner), ...lead })).toBe(
          pressOnUser({ ...one, ...lead }),
        );
      }),
    );
  });

  it('[NET-13] a stranger sees that a user is banned only where a press on the user would show the ban', () => {
    fc.assert(
      fc.property(facts, (one) => {
        const banned = { ...one, status: 'banned' } as const;
        const isShown = [false, true].some((isPresserLive) => {
          const isInApp = false;
          const lead = pressOnUser({ ...banned, isPresserLive, isInApp });
          return lead === 'ban';
        });
        expect(presenceSeen(banned, false).status).toBe(isShown ? 'banned' : 'normal');
      }),
    );
  });
});

it('[NET-13] only the account itself sees that it is invisible, and sees no live room', () => {
  const own = {
    status: 'normal',
    isStreamer: true,
    isInvisible: true,
    isOnline: true,
    liveRoomId: 7,
  } as const;
  expect(presenceSeen(own, true)).toEqual({
    status: 'normal',
    isStreamer: true,
    isInvisible: true,
    isOnline: false,
    roomId: null,
  });
});

const NOBODY: PressFacts = {
  isInApp: false,
  status: 'normal',
  isStreamer: false,
  isInvisible: false,
  isOnline: false,
  isPresserLive: false,
};
const LIVE = { isStreamer: true, isOnline: true } as const;
const BANNED = { status: 'banned' } as const;

it.each<[who: string, facts: Partial<PressFacts>, leadsTo: PressOutcome]>([
  ['any user, inside the app', { ...LIVE, ...BANNED, isInApp: true, isPresserLive: true }, 'user-page'],
  ['a user who is no streamer', {}, 'dialog'],
  ['a user who is no streamer but online', { isOnline: true }, 'dialog'],
  ['a banned user who is no streamer', BANNED, 'ban'],
  ['a user who is no streamer, pressed by a live streamer', { isPresserLive: true }, 'dialog'],
  ['a deactivated user who is no streamer', { status: 'deactivated' }, 'dialog'],
  ['an invisible streamer', { ...LIVE, isInvisible: true }, 'dialog'],
  ['a banned, invisible streamer', { ...LIVE, ...BANNED, isInvisible: true }, 'dialog'],
  [
    'an invisible streamer, pressed by a live streamer',
    { ...LIVE, isInvisible: true, isPresserLive: true },
    'dialog',
  ],
  ['an online streamer', LIVE, 'room'],
  ['an online, banned streamer', { ...LIVE, ...BANNED }, 'ban'],
  ['an online streamer, pressed by a live streamer', { ...LIVE, isPresserLive: true }, 'living'],
  [
    'an online, banned streamer, pressed by a live streamer',
    { ...LIVE, ...BANNED, isPresserLive: true },
    'living',
  ],
  ['an offline streamer', { isStreamer: true }, 'dialog'],
  ['an offline, banned streamer', { isStreamer: true, ...BANNED }, 'dialog'],
])('[USR-01] a press on a user leads to the right page or dialog: %s', (_who, facts, leadsTo) => {
  expect(pressOnUser({ ...NOBODY, ...facts })).toBe(leadsTo);
});
