import { issueRoomTicket } from '@jawhara/contract';
import { answer, refuse } from '../http/answer.ts';
import type { Route } from '../http/route.ts';
import { issueTicket, type RoomSettings, type TicketDeps } from './issue-ticket.ts';

/** The route for room tickets. Gateways serve the rooms themselves; the API only decides who may connect. */
export function roomRoutes(route: Route, rooms: RoomSettings | null, deps: TicketDeps): void {
  route(issueRoomTicket, async ({ request, caller }) => {
    if (rooms === null) return refuse('rooms-not-served');
    const visitor = caller.accountId === null ? `device:${caller.device}` : `account:${caller.accountId}`;
    return answer(issueTicket(rooms, deps, { rid: request.rid, visitor }));
  });
}
