import { useRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { act, cleanup, plain, render, screen, userEvent, waitFor } from '../ui/test/library.ts';
import { pageRooms } from './page-rooms.ts';
import { RoomSummary } from './room-summary.tsx';
import { countFrame, FakeGateway } from './test/fake-gateway.ts';
import { useRoomConnection } from './use-room-connection.ts';
import { useRoomKey } from './use-room-key.ts';

let gateway: FakeGateway;
beforeEach(() => {
  gateway = new FakeGateway('88002');
});
afterEach(async () => {
  cleanup();
  // The connection of a room that is no longer used ends one turn of the event loop later.
  await vi.waitFor(() => expect(['88002', '88003'].map(pageRooms.find)).toEqual([undefined, undefined]));
  vi.unstubAllGlobals();
});

function Key({ table, name }: { table: 'fans_count' | 'pk_status'; name: string }) {
  const value = useRoomKey('88002', table, name);
  const draws = useRef(0);
  draws.current += 1;
  return (
    <p data-testid={`${table}/${name}`} data-draws={draws.current}>
      {JSON.stringify(value)}
    </p>
  );
}

function State({ rid }: { rid: string }) {
  const { connection } = useRoomConnection(rid);
  return <p data-testid="state">{connection.kind}</p>;
}

const text = (id: string) => screen.getByTestId(id).textContent;
const draws = (id: string) => Number(screen.getByTestId(id).dataset['draws']);

/** Waits for the page's nth socket, and opens it. */
async function openSocket(nth = 1): Promise<void> {
  await waitFor(() => expect(gateway.sockets).toHaveLength(nth));
  act(() => gateway.socket.open());
}
const say = (message: string) => act(() => gateway.socket.say(message));

it('components of one room share a connection, and each redraws only when its own key changes', async () => {
  gateway.status = { sn: 5, tables: { fans_count: { count: 500 }, pk_status: { status: 0 } } };
  render(
    <>
      <Key table="fans_count" name="count" />
      <Key table="fans_count" name="other" />
      <Key table="pk_status" name="status" />
      <State rid="88002" />
    </>,
  );
  expect(text('state')).toBe('connecting');
  await openSocket();
  await waitFor(() => expect(text('fans_count/count')).toBe('500'));
  expect([text('state'), gateway.tickets]).toEqual(['live', 1]);
  const before = ['fans_count/count', 'fans_count/other', 'pk_status/status'].map(draws);
  say(gateway.update([countFrame(6, 600)]));
  expect(text('fans_count/count')).toBe('600');
  const after = ['fans_count/count', 'fans_count/other', 'pk_status/status'].map(draws);
  expect(after.map((count, nth) => count - (before[nth] ?? 0))).toEqual([1, 0, 0]);
});

it('the room connection closes when its last component is removed, and stays open when a component is only mounted anew', async () => {
  const { rerender, unmount } = render(<Key key="a" table="fans_count" name="count" />);
  await openSocket();
  rerender(<Key key="b" table="fans_count" name="count" />);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([gateway.sockets.length, gateway.socket.closed]).toEqual([1, null]);
  unmount();
  await waitFor(() => expect(gateway.socket.closed?.code).toBe(1000));
  render(<Key table="fans_count" name="count" />);
  await openSocket(2);
});

it('a component that changes its room closes the old connection and opens a new one', async () => {
  const { rerender } = render(<State rid="88002" />);
  await openSocket();
  await waitFor(() => expect(text('state')).toBe('live'));
  const [old] = gateway.sockets;
  rerender(<State rid="88003" />);
  expect(text('state')).toBe('connecting');
  await openSocket(2);
  expect(new URL(gateway.socket.url).searchParams.get('rid')).toBe('88003');
  await waitFor(() => expect(old?.closed?.code).toBe(1000));
});

it('a room summary shows the occupied mics, fans and a running PK as they change', async () => {
  gateway.status = {
    sn: 5,
    tables: {
      room_mics_new: { mics: [{ user: 'a' }, { user: null }, { user: 'b' }, {}] },
      fans_count: { total: 12_345 },
    },
  };
  render(<RoomSummary rid="88002" />);
  expect(screen.getByText('نتصل بالغرفة…')).toBeDefined();
  await openSocket();
  const summary = screen.getByTestId('room-summary');
  await waitFor(() => expect(plain(summary.textContent)).toBe('شخصان على المايكالمعجبون: 1.2W'));
  const commands = [
    { cmd: 'set_many', table: 'pk_status', values: { now: { seconds: 180 } } },
    { cmd: 'set_index', table: 'room_mics_new', key: 'mics', position: 1, value: { user: 'c' } },
  ];
  say(gateway.update([{ sn: 6, commands }]));
  expect(plain(summary.textContent)).toBe('3 أشخاص على المايكالمعجبون: 1.2Wتحدي PK جارٍ الآن');
});

it('[ROOM-06] a room summary says that its connection is lost, and offers a retry when reconnecting has failed', async () => {
  vi.useFakeTimers();
  const settle = async (ms: number): Promise<void> => {
    await act(() => vi.advanceTimersByTimeAsync(ms));
    for (let step = 0; step < 40; step += 1) await act(() => vi.advanceTimersByTimeAsync(0));
  };
  try {
    gateway.status = { sn: 5, tables: { fans_count: { total: 5 } } };
    render(<RoomSummary rid="88002" />);
    await settle(0);
    act(() => gateway.socket.open());
    await settle(0);
    expect(screen.queryByRole('status')).toBeNull();
    await settle(121_000);
    expect(screen.getByRole('status').textContent).toBe('انقطع الاتصال بالغرفة، نعيد الاتصال…');
    await settle(1000);
    act(() => gateway.socket.fail());
    expect(screen.getByRole('status').textContent).toBe('حدث خطأ في الغرفة.');
    for (let attempt = 0; attempt < 7; attempt += 1) {
      await settle(1000);
      act(() => gateway.socket.fail());
    }
    expect(screen.getByRole('status').textContent).toBe('تعذّر الاتصال بالغرفة. تحقّق من الشبكة.');
    expect(plain(screen.getByTestId('room-summary').textContent)).toContain('المعجبون: 5');
  } finally {
    vi.useRealTimers();
  }
  const { length } = gateway.sockets;
  await userEvent.click(screen.getByTestId('room-retry'));
  await openSocket(length + 1);
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
});
