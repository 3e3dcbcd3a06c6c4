import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACCOUNT_STATUS_CODES, type AccountStatus } from './account.ts';
import { presenceSeen, type PresenceFacts } from './presence-seen.ts';
import { pressOnUser } from './press-on-user.ts';

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
