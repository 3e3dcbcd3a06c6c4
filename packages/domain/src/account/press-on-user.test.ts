import { expect, it } from 'vitest';
import { pressOnUser, type PressFacts, type PressOutcome } from './press-on-user.ts';

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
