import type { RoomCommand } from '@jawhara/room-sync';

/** Batch number n, with several kinds of commands: a batch that is missed or applied twice shows in the state. */
export function sampleBatch(n: number): RoomCommand[] {
  return [
    { cmd: 'set_many', table: 'fans_count', values: { total: n, [`at_${n % 7}`]: n } },
    {
      cmd: 'hash_merge',
      table: 'pk_status',
      key: 'now',
      fields: { round: n, [`side_${n % 3}`]: { score: n } },
    },
    { cmd: 'push_left', table: 'pk_rank', key: 'top', items: [`user ${n}`] },
    ...(n % 5 === 0 ? ([{ cmd: 'pop_right', table: 'pk_rank', key: 'top', count: 4 }] as const) : []),
    ...(n % 4 === 0
      ? ([{ cmd: 'insert_at', table: 'room_mics_new', key: 'mics', position: 1, items: [n] }] as const)
      : []),
    ...(n % 9 === 0
      ? ([{ cmd: 'list_set', table: 'room_mics_new', key: 'mics', items: [n, 'نورة'] }] as const)
      : []),
  ];
}
