import * as v from 'valibot';
import { codec, endpoint } from '../endpoint.ts';

/** RP-04: 1 to 20 digits as text, because a number would lose the last of them. */
export const wireRid = v.pipe(v.string(), v.regex(/^\d{1,20}$/));

/** A ticket that opens one socket of a room, once, within 30 s (RP-40). */
export interface IssuedRoomTicket {
  readonly ticket: string;
  /** The address of the socket; the page adds rid, ticket and sn. */
  readonly url: string;
}

/** Not part of the specification. Nothing is stored, but it counts as a change, so that only our pages get a ticket. */
export const issueRoomTicket = endpoint({
  name: 'issueRoomTicket',
  methods: ['POST'],
  changes: true,
  path: '/api/room/ticket/',
  refusals: ['rooms-not-served'],
  request: codec(v.object({ rid: wireRid }), (request: { readonly rid: string }) => ({ ...request })),
  answer: codec(
    v.object({ ticket: v.pipe(v.string(), v.maxLength(400)), url: v.pipe(v.string(), v.url()) }),
    (answer: IssuedRoomTicket) => ({ ...answer }),
  ),
});
