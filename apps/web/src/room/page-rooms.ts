import { browserRoomDeps } from './browser-room-deps.ts';
import { createRoomRegistry } from './room-registry.ts';

/** The registry of rooms that this page follows. */
export const pageRooms = createRoomRegistry(browserRoomDeps);
