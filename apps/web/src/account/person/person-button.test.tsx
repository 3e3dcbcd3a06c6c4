import { findRecipient, readPressedAccount, type PressedAccount } from '@jawhara/contract';
import { accountId, type DisplayId, type Recipient } from '@jawhara/domain';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answer, requestsTo, LOST, network } from '../../api/test/network.ts';
import { simulateHostApp, type SimulatedAppPlan } from '../../host-app/simulate-host-app.ts';
import { render, screen, userEvent, waitFor, within } from '../../ui/test/library.ts';

const SALEM: Recipient = {
  accountId: accountId(12),
  displayId: '8841206' as DisplayId,
  nickname: 'سالم',
  iconUrl: null,
};
const PLAIN: PressedAccount = {
  accountId: SALEM.accountId,
  status: 'normal',
  isStreamer: false,
  isInvisible: false,
  isOnline: false,
  roomId: null,
};
const LIVE: Partial<PressedAccount> = { isStreamer: true, isOnline: true, roomId: 88_003 };
const BANNED: Partial<PressedAccount> = { status: 'banned' };

const define = Object.defineProperty;
beforeEach(() => {
  localStorage.clear();
  // `configurable` lets the next test remove this page's function.
  vi.spyOn(Object, 'defineProperty').mockImplementation((target, name, how) =>
    define(target, name, name === 'jawharaAppSays' ? { ...how, configurable: true } : how),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, '', '/');
  roomsShown.length = 0;
  globalThis.JawharaApp = undefined;
  globalThis.simulatedApp = undefined;
  Reflect.deleteProperty(globalThis, 'jawharaAppSays');
});

async function press(query = '', appUrl: string | null = 'https://app.example/'): Promise<string[]> {
  history.replaceState(null, '', `/share.html${query}`);
  const { PersonButton } = await import('./person-button.tsx');
  const toasts: string[] = [];
  const toast = await import('../../ui/toast.ts');
  vi.spyOn(toast, 'showToast').mockImplementation((text) => void toasts.push(text));
  render(
    <PersonButton person={SALEM} appUrl={appUrl} loadRoom={loadRoom}>
      <span>س</span>
    </PersonButton>,
  );
  const button = screen.getByRole('button', { name: /عرض حساب/ });
  await userEvent.click(button);
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
  return toasts;
}
/** Stub of the component that shows a room; records the ids of the rooms shown. */
const roomsShown: string[] = [];
const loadRoom = async () =>
  function Room({ rid }: { rid: string }) {
    roomsShown.push(rid);
    return <p data-testid="room-state">{rid}</p>;
  };
const sheet = () => screen.queryByTestId('person-sheet');
const room = () => screen.queryByTestId('person-room');

it('[USR-01] inside the app a press on a user opens the app’s profile page, without a request to the server', async () => {
  simulateHostApp({ platform: 'android', versionCode: 1 });
  expect(await press()).toEqual([]);
  expect(sheet()).toBeNull();
  expect(requestsTo(readPressedAccount)).toEqual([]);
  expect(globalThis.simulatedApp?.received.at(-1)).toMatchObject({
    call: 'open_user_page',
    params: { uid: 12 },
  });
});

it.each<
  [who: string, facts: Partial<PressedAccount>, query: string, leadsTo: 'dialog' | 'room' | 'ban' | 'living']
>([
  ['a user who is no streamer', {}, '', 'dialog'],
  ['a banned user who is no streamer', BANNED, '', 'ban'],
  ['an invisible streamer', { isStreamer: true, isInvisible: true }, '', 'dialog'],
  [
    'an invisible streamer, by a visitor who is live',
    { isStreamer: true, isInvisible: true },
    '?from=streamer',
    'dialog',
  ],
  ['a streamer online', LIVE, '', 'room'],
  ['a streamer online, from a link with from=app', LIVE, '?from=app&is_anchor=false', 'room'],
  ['a streamer online, by a streamer who is live', LIVE, '?from=streamer', 'living'],
  ['a streamer online, by an anchor who is live', LIVE, '?is_anchor=true', 'living'],
  ['a banned streamer online, by an anchor who is live', { ...LIVE, ...BANNED }, '?is_anchor=1', 'living'],
  ['a banned streamer online, by a visitor', { ...LIVE, ...BANNED }, '', 'ban'],
  ['a streamer who is offline', { isStreamer: true }, '', 'dialog'],
  ['a banned streamer who is offline', { isStreamer: true, ...BANNED }, '', 'dialog'],
])(
  '[USR-01] in a browser a press on %s leads to the right dialog or message',
  async (_who, facts, query, leadsTo) => {
    network.use(answer(readPressedAccount, { ...PLAIN, ...facts }));
    const toasts = await press(query);
    expect(requestsTo(readPressedAccount)).toEqual([{ uid: 12 }]);
    expect(sheet() !== null).toBe(leadsTo === 'dialog' || leadsTo === 'room');
    expect(room() !== null).toBe(leadsTo === 'room');
    if (leadsTo === 'room') expect((await screen.findByTestId('room-state')).textContent).toBe('88003');
    else expect(roomsShown).toEqual([]);
    expect(toasts).toEqual(
      {
        ban: ['هذا الحساب محظور.'],
        living: ['بثك المباشر جارٍ الآن. يمكن دخول غرفة أخرى بعد انتهائه.'],
        dialog: [],
        room: [],
      }[leadsTo],
    );
  },
);

it('a user whose facts cannot be loaded is shown in the dialog, and can be topped up', async () => {
  network.use(answer(readPressedAccount, LOST), answer(findRecipient, SALEM));
  await press();
  const dialog = await screen.findByRole('dialog', { name: /سالم/ });
  expect(dialog.textContent).toContain('8841206');
  // The pay screen is another document than the shared page, with a policy of its own.
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  await userEvent.click(within(dialog).getByTestId('person-top-up'));
  expect(assign.mock.calls.map(([to]) => new URL(to, location.origin).pathname)).toEqual(['/pay']);
  const { storedRecipient } = await import('../../browser/storage/recipients.ts');
  expect(storedRecipient.read()).toEqual(SALEM);
});

it('[USR-01] a streamer who is online without a room id is shown as live, and no room is loaded', async () => {
  network.use(answer(readPressedAccount, { ...PLAIN, ...LIVE, roomId: null }));
  await press();
  expect(room()).not.toBeNull();
  expect(roomsShown).toEqual([]);
});

it('a streamer online is shown as live even when no app link is configured', async () => {
  network.use(answer(readPressedAccount, { ...PLAIN, ...LIVE }));
  await press('', null);
  expect(sheet()?.textContent).toContain('في بث مباشر الآن');
  expect(room()).toBeNull();
});

it.each<[string, SimulatedAppPlan['calls']]>([
  ['cannot open profiles', { open_user_page: { error: 7 } }],
  ['is broken', { hello: { error: 3 } }],
])('[BRG-05] in an app that %s a press on a user shows the dialog of the browser', async (_what, calls) => {
  simulateHostApp({ platform: 'android', versionCode: 1, calls: calls ?? {} });
  network.use(answer(readPressedAccount, PLAIN));
  await press();
  expect(sheet()).not.toBeNull();
});

it('a press on a user still opens the dialog when loading its code fails twice', async () => {
  network.use(answer(readPressedAccount, PLAIN));
  let losses = 2;
  vi.doMock('./person-sheet.tsx', async (original) => {
    if (losses-- > 0) throw new Error('lost on the way');
    return original();
  });
  await press();
  vi.doUnmock('./person-sheet.tsx');
  expect(sheet()).not.toBeNull();
  expect(losses).toBe(-1);
});
