import { describe, expect, it } from 'vitest';
import {
  isKnownMessageId,
  isRedPacket,
  RED_PACKET,
  ROOM_MESSAGE_IDS,
  ROOM_WAIT_TABLE_MS,
} from './message-ids.ts';
import { ROOM_TABLES } from './tables.ts';

/** The ids of the source specification, written a second time, independently of the code. */
const SPECIFIED_IDS = [
  1, 2, 10001, 10002, 10003, 10004, 10006, 10008, 10010, 10012, 10014, 10016, 10018, 10020, 10022, 10024,
  10030, 10032, 10036, 10062, 10064, 10072, 10100, 10102, 10200, 10202, 11000, 11002, 11004, 11006, 11008,
  11022, 11024, 11026, 11028, 11100,
];

describe('message ids', () => {
  it('[ROOM-08] every room message id of the specification has one name, and 3 is the client’s message', () => {
    const ids = Object.values(ROOM_MESSAGE_IDS).filter((id) => id !== ROOM_MESSAGE_IDS.clientMessage);
    expect(ids.toSorted((a, b) => a - b)).toEqual(SPECIFIED_IDS);
    expect(SPECIFIED_IDS).toHaveLength(36);
    expect(ROOM_MESSAGE_IDS).toMatchObject({
      clientMessage: 3,
      fullStatus: 11000,
      increment: 11002,
      resetSn: 11006,
      syncSn: 11008,
      socketUrlChange: 10072,
    });
  });

  it('[ROOM-08] the red packet messages have the ids 10080 to 10086', () => {
    expect([10079, 10080, 10083, 10086, 10087, 10080.5].map(isRedPacket)).toEqual([
      false,
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(RED_PACKET).toEqual({ first: 10080, last: 10086 });
    expect([10085, 10036, 3, 12345].map(isKnownMessageId)).toEqual([true, true, true, false]);
  });

  it('[ROOM-08] the 22 room tables have their specified names, each once', () => {
    expect(new Set(ROOM_TABLES).size).toBe(22);
    expect(ROOM_TABLES.join(' ')).toBe(
      'pk_select_punishment punishment_list pk_current_punishment pk_prop_list pk_prop_entry pk_prop_used pk_status pk_current_effect pk_perspective_list pk_smoke_top_list pk_can_smoke_list face_list pk_current_face fans_tasks fans_tasks_start fans_count pk_random_match_switcher pk_rank calling_room widgets scratch_ticket room_mics_new',
    );
  });

  it('the room wait table has the eight wait times of the specification, from 250 to 1000 ms', () => {
    expect(ROOM_WAIT_TABLE_MS).toEqual([250, 250, 250, 500, 500, 1000, 1000, 1000]);
  });
});
