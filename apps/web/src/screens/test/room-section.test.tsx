import '../../words/english.ts';
import { readJoinedRooms } from '@jawhara/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NOURA } from '../../api/test/accounts.ts';
import { answer, requestsTo, network } from '../../api/test/network.ts';
import { storedLogin } from '../../browser/storage/login.ts';
import { countFrame, FakeGateway } from '../../room/test/fake-gateway.ts';
import { act, cleanup, plain, render, screen, userEvent, waitFor } from '../../ui/test/library.ts';
import { RoomSection } from './room-section.tsx';

let gateway: FakeGateway;
beforeEach(() => {
  gateway = new FakeGateway('88002');
  localStorage.clear();
});
afterEach(async () => {
  cleanup();
  await waitFor(() => expect(gateway.sockets.every(({ closed }) => closed !== null)).toBe(true));
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
  document.documentElement.lang = 'ar';
});

function open(query = ''): HTMLInputElement {
  history.replaceState(null, '', `/test${query}`);
  render(<RoomSection />);
  return screen.getByTestId<HTMLInputElement>('test-room-id');
}
async function follow(): Promise<void> {
  await userEvent.click(screen.getByTestId('test-room-follow'));
  await waitFor(() => expect(gateway.sockets).toHaveLength(1));
  act(() => gateway.socket.open());
  await waitFor(() => expect(screen.getByTestId('room-viewer').dataset['state']).toBe('live'));
}
const shown = (id: string) => plain(screen.getByTestId(id).textContent);

it.each([
  ['ar', 'متصل بالغرفة'],
  ['en', 'Connected to the room'],
])(
  'the test screen shows a room’s tables, sn, gaps and reconnects as they change: %s',
  async (lang, live) => {
    document.documentElement.lang = lang;
    gateway.status = { sn: 2 ** 32 + 5, tables: { fans_count: { count: 500 } } };
    expect(open('?room_id=88002').value).toBe('88002');
    await follow();
    expect(screen.getByText(live)).toBeDefined();
    const numbers = () =>
      ['sn', 'updates', 'gaps', 'fullReads', 'reconnects'].map((name) => shown(`room-${name}`));
    expect(numbers()).toEqual(['1 · 5', '0', '0', '1', '0']);
    expect(shown('room-tables')).toBe('fans_count/count500');

    act(() => gateway.socket.say(gateway.update([countFrame(2 ** 32 + 6, 600)])));
    expect([shown('room-tables'), ...numbers()]).toEqual([
      'fans_count/count600',
      '1 · 6',
      '1',
      '0',
      '1',
      '0',
    ]);

    gateway.status = { sn: 2 ** 32 + 9, tables: { fans_count: { count: 900 } } };
    act(() => gateway.socket.say(gateway.update([countFrame(2 ** 32 + 9, 0)])));
    await waitFor(() => expect(numbers()).toEqual(['1 · 9', '2', '1', '2', '0']));

    act(() => gateway.socket.fail());
    expect(screen.getByTestId('room-viewer').dataset['state']).toBe('reconnecting');
    await waitFor(() => expect(gateway.sockets).toHaveLength(2));
    act(() => gateway.socket.open());
    await waitFor(() => expect(numbers()).toEqual(['1 · 9', '2', '1', '3', '1']));
    expect(shown('room-log')).toContain('other error');
  },
);

it('the room field is filled with the room that the account joined last, and can be changed', async () => {
  storedLogin.write({ sessionKey: 'a'.repeat(64), account: NOURA, storedAtMs: 0 });
  network.use(answer(readJoinedRooms, { lastRoomId: 88_002, ownRoomId: 88_009 }));
  const field = open();
  await waitFor(() => expect(field.value).toBe('88002'));
  await userEvent.clear(field);
  await userEvent.type(field, '88010');
  expect(field.value).toBe('88010');
});

it('joined rooms are not requested for a visitor, nor when the address names a room', async () => {
  expect(open().value).toBe('');
  cleanup();
  storedLogin.write({ sessionKey: 'a'.repeat(64), account: NOURA, storedAtMs: 0 });
  expect(open('?room_id=7').value).toBe('7');
  expect(requestsTo(readJoinedRooms)).toEqual([]);
});

it('the test screen opens no room for an invalid room number, and its leave button closes the connection', async () => {
  const field = open('?room_id=88002');
  await userEvent.clear(field);
  await userEvent.type(field, '88x');
  await userEvent.click(screen.getByTestId('test-room-follow'));
  expect(screen.queryByTestId('room-viewer')).toBeNull();
  await userEvent.clear(field);
  await userEvent.type(field, '88002');
  await follow();
  await userEvent.click(screen.getByTestId('test-room-leave'));
  await waitFor(() => expect(gateway.socket.closed?.code).toBe(1000));
});
