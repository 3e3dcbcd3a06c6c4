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

it('[RCP-08] an unknown account does not exist, one of the other app mismatches, any other is what it is', () => {
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

describe('what a stranger sees of an account', () => {
  it('[NET-13] is the same whether it is invisible or offline, wherever it is live', () => {
    fc.assert(
      fc.property(facts, fc.option(fc.integer({ min: 1 })), (one, otherRoom) => {
        const invisible = presenceSeen({ ...one, isInvisible: true }, false);
        const offline = { ...one, isInvisible: false, isOnline: false, liveRoomId: otherRoom };
        expect(invisible).toEqual(presenceSeen(offline, false));
        expect(invisible).toMatchObject({ isInvisible: false, isOnline: false, roomId: null });
      }),
    );
  });

  it('[NET-13] [USR-01] leads a press exactly where all the facts would', () => {
    fc.assert(
      fc.property(facts, fc.boolean(), fc.boolean(), fc.boolean(), (one, isOwner, isPresserLive, isInApp) => {
        const lead = { isPresserLive, isInApp };
        expect(pressOnUser({ ...presenceSeen(one, isOwner), ...lead })).toBe(
          pressOnUser({ ...one, ...lead }),
        );
      }),
    );
  });

  it('[NET-13] tells a ban only where a press would show it', () => {
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

it('[NET-13] an account is told that it is invisible itself, and nowhere', () => {
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
  ['anybody inside the app', { ...LIVE, ...BANNED, isInApp: true, isPresserLive: true }, 'user-page'],
  ['no streamer', {}, 'dialog'],
  ['no streamer, who happens to be online', { isOnline: true }, 'dialog'],
  ['no streamer, banned', BANNED, 'ban'],
  ['no streamer, to somebody who is live', { isPresserLive: true }, 'dialog'],
  ['no streamer, deactivated', { status: 'deactivated' }, 'dialog'],
  ['an invisible streamer', { ...LIVE, isInvisible: true }, 'dialog'],
  ['an invisible streamer, banned', { ...LIVE, ...BANNED, isInvisible: true }, 'dialog'],
  [
    'an invisible streamer, to somebody who is live',
    { ...LIVE, isInvisible: true, isPresserLive: true },
    'dialog',
  ],
  ['a streamer online', LIVE, 'room'],
  ['a streamer online, banned', { ...LIVE, ...BANNED }, 'ban'],
  ['a streamer online, to somebody who is live', { ...LIVE, isPresserLive: true }, 'living'],
  [
    'a banned streamer online, to somebody who is live',
    { ...LIVE, ...BANNED, isPresserLive: true },
    'living',
  ],
  ['a streamer who is away', { isStreamer: true }, 'dialog'],
  ['a streamer who is away, banned', { isStreamer: true, ...BANNED }, 'dialog'],
])('[USR-01] a press on %s', (_who, facts, leadsTo) => {
  expect(pressOnUser({ ...NOBODY, ...facts })).toBe(leadsTo);
});
