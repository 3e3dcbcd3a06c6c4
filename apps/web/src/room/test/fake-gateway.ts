import { issueRoomTicket, readRoomStatus } from '@jawhara/contract';
import { vi } from 'vitest';
import { answer, LOST, network, refuse } from '../../api/test/network.ts';

type Json = null | boolean | number | string | Json[] | { [field: string]: Json };
export type FrameText = { sn: number; commands: object[] };

/** Replaces the browser's WebSocket; a test triggers its events. */
export class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  readonly url: string;
  readonly sent: string[] = [];
  /** Code and reason with which the page has closed the socket; null while it is open. */
  closed: { readonly code: number; readonly reason: string } | null = null;

  constructor(url: string) {
    super();
    this.url = url;
    sockets.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }
  close(code: number, reason: string): void {
    this.closed ??= { code, reason };
  }

  /** This method and those below trigger events of the gateway and the network. */
  open(): void {
    this.dispatchEvent(new Event('open'));
  }
  say(text: string): void {
    this.dispatchEvent(new MessageEvent('message', { data: text }));
  }
  fail(): void {
    this.dispatchEvent(new Event('error'));
    this.end(1006);
  }
  end(code: number): void {
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }
}

const sockets: FakeSocket[] = [];

/** The room of a test, as its gateway and the API answer for it. Messages are written by hand, as the wire has them. */
export class FakeGateway {
  readonly rid: string;
  /** The full status; null: the room is not live. A promise is answered when it resolves. */
  status: { sn: number; tables: Json } | null | typeof LOST | Promise<{ sn: number; tables: Json }> = {
    sn: 1,
    tables: {},
  };
  hasTickets = true;
  tickets = 0;
  reads = 0;

  constructor(rid: string) {
    this.rid = rid;
    sockets.length = 0;
    vi.stubGlobal('WebSocket', FakeSocket);
    network.use(
      answer(issueRoomTicket, () => {
        this.tickets += 1;
        if (!this.hasTickets) return refuse('rooms-not-served');
        return { ticket: `ticket-${this.tickets}`, url: 'ws://localhost:3000/api/room/socket/' };
      }),
      answer(readRoomStatus, async () => {
        this.reads += 1;
        const status = await this.status;
        if (status === null) return refuse('room-not-live');
        if (status === LOST) return LOST;
        return { sn: status.sn, roomStatus: JSON.stringify(status.tables) };
      }),
    );
  }

  get sockets(): readonly FakeSocket[] {
    return sockets;
  }
  get socket(): FakeSocket {
    const last = sockets.at(-1);
    if (last === undefined) throw new Error('no socket was opened');
    return last;
  }

  message(id: number, data: Json, result = 0): string {
    return JSON.stringify({ msg_id: id, body: { result, message: '', data: JSON.stringify(data) } });
  }
  update(frames: readonly FrameText[], rid = this.rid): string {
    return this.message(11_002, { type: 2, rid, status: frames as never, sn: frames.at(-1)?.sn ?? 0 });
  }
}

/** A frame that writes a value under `fans_count/count`. */
export const countFrame = (sn: number, count: number): FrameText => ({
  sn,
  commands: [{ cmd: 'set_many', table: 'fans_count', values: { count } }],
});
