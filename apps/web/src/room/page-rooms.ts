import { browserRoomDeps } from './browser-room-deps.ts';
import { createRoomRegistry } from './room-registry.ts';

/** The rooms of this page. */
export const pageRooms = createRoomRegistry(browserRoomDeps);
