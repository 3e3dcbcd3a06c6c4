import type { JsonHash, RoomCommand } from '@jawhara/room-sync';

/** A number from 0 up to, and without, `below`. */
export type Draw = (below: number) => number;

const NAMES = ['نورة', 'سارة', 'خالد', 'فهد', 'ريم', 'ليان', 'عمر', 'يوسف'];
const GIFTS = ['rose', 'crown', 'falcon', 'pearl'];
const MICS = 8;

const pick = <Item>(items: readonly Item[], draw: Draw): Item => items[draw(items.length)] as Item;

/** The room's first state: a battle, a rank, eight microphones, tasks and a widget. */
export function firstCommands(): RoomCommand[] {
  const mics = Array.from({ length: MICS }, (_, seat): JsonHash => ({ seat, user: null, muted: false }));
  return [
    { cmd: 'list_set', table: 'room_mics_new', key: 'mics', items: mics },
    {
      cmd: 'hash_set',
      table: 'pk_status',
      key: 'now',
      fields: { round: 1, left: 0, right: 0, seconds: 180 },
    },
    { cmd: 'list_set', table: 'pk_rank', key: 'top', items: [] },
    { cmd: 'set_many', table: 'fans_count', values: { total: 1200, online: 40 } },
    { cmd: 'hash_set', table: 'fans_tasks', key: 'daily', fields: { gifts: 0, goal: 50 } },
    { cmd: 'hash_set', table: 'widgets', key: 'banner', fields: { text: 'أهلًا بكم', visible: true } },
  ];
}

/** The changes of a second: a visitor takes a microphone, sends a gift, scores, enters or leaves. */
export function nextCommands(second: number, draw: Draw): RoomCommand[] {
  const side = draw(2) === 0 ? 'left' : 'right';
  const position = draw(MICS);
  const kinds: readonly (() => RoomCommand[])[] = [
    () => [
      {
        cmd: 'set_index',
        table: 'room_mics_new',
        key: 'mics',
        position,
        value: { seat: position, user: draw(3) === 0 ? null : pick(NAMES, draw), muted: draw(4) === 0 },
      },
    ],
    () => [
      {
        cmd: 'push_left',
        table: 'pk_rank',
        key: 'top',
        items: [{ user: pick(NAMES, draw), gift: pick(GIFTS, draw), gems: 10 * (1 + draw(50)) }],
      },
      ...(second > 20
        ? [{ cmd: 'remove_range', table: 'pk_rank', key: 'top', from: 10, to: -1 } as const]
        : []),
    ],
    () => [{ cmd: 'hash_merge', table: 'pk_status', key: 'now', fields: { [side]: draw(10_000) } }],
  ];
  return [
    { cmd: 'set_many', table: 'fans_count', values: { total: 1200 + second, online: 30 + draw(40) } },
    { cmd: 'hash_merge', table: 'pk_status', key: 'now', fields: { seconds: 180 - (second % 180) } },
    ...pick(kinds, draw)(),
  ];
}
