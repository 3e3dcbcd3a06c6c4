/** Every message id of the source specification. Where it gives a name two ids without a difference, the second name ends in 2. */
export const ROOM_MESSAGE_IDS = {
  heartbeat: 1,
  heartbeatAnswer: 2,
  clientMessage: 3,
  comment: 10001,
  comment2: 10002,
  gift: 10003,
  gift2: 10004,
  enter: 10006,
  quit: 10008,
  follow: 10010,
  like: 10012,
  syncStatus: 10014,
  streamerStatus: 10016,
  roleChange: 10018,
  audienceUpdate: 10020,
  giftWorld: 10022,
  streamerTask: 10024,
  callStatus: 10030,
  callApply: 10032,
  pkStatus: 10036,
  fansLevelUp: 10062,
  fansClub: 10064,
  socketUrlChange: 10072,
  dialog: 10100,
  giftWall: 10102,
  bulletMessage: 10200,
  globalToast: 10202,
  fullStatus: 11000,
  increment: 11002,
  giftAnimation: 11004,
  resetSn: 11006,
  syncSn: 11008,
  pkRank: 11022,
  randomMatch: 11024,
  randomMatch2: 11026,
  pkRank2: 11028,
  liveTaskFinish: 11100,
} as const;

/** The ids of the red packet messages. The specification gives only their range, so they have no single names. */
export const RED_PACKET = { first: 10080, last: 10086 } as const;

export function isRedPacket(id: number): boolean {
  return Number.isInteger(id) && id >= RED_PACKET.first && id <= RED_PACKET.last;
}

const KNOWN_IDS: ReadonlySet<number> = new Set(Object.values(ROOM_MESSAGE_IDS));

export function isKnownMessageId(id: number): boolean {
  return KNOWN_IDS.has(id) || isRedPacket(id);
}

/** The specification lists this table but does not use it: every reconnect waits RECONNECT_MS. */
export const ROOM_WAIT_TABLE_MS = [250, 250, 250, 500, 500, 1000, 1000, 1000] as const;
