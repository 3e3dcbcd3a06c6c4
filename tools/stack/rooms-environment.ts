import { httpUrl, type StackPorts, type StackUrls } from './profiles.ts';
import type { Environment } from './providers/stack-provider.ts';

/** Secrets of the development rooms, valid only on this machine. */
const DEVELOPMENT_TICKET_KEY = 'jawhara-development-room-ticket-key-0001';
export const DEVELOPMENT_INLET_SECRET = `whsec_${Buffer.from('jawhara-development-room-inlet-01').toString('base64')}`;

/** The room of the seeded accounts 1001 and 1002; the demo changes it. */
export const DEMO_ROOM_ID = '88002';

/**
 * Settings of rooms for the API (tickets), the gateways and the edge. Pages reach the gateways through the site's own address.
 */
export function roomsEnvironment(ports: StackPorts, { site }: StackUrls): Environment {
  const socketUrl = `${site.replace(/^http/, 'ws')}/api/room/socket/`;
  return {
    ROOM_TICKET_KEY: DEVELOPMENT_TICKET_KEY,
    ROOM_SOCKET_URL: socketUrl,
    ROOM_INLET_SECRETS: DEVELOPMENT_INLET_SECRET,
    ROOM_ORIGINS: [site, `http://localhost:${ports.site}`].join(','),
    // A client that must move to another gateway uses the same address: the edge skips gateways that drain.
    ROOM_MOVE_URL: socketUrl,
    ROOMS_URL: [ports.rooms1, ports.rooms2].map(httpUrl).join(','),
  };
}
