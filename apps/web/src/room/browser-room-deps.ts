import { issueRoomTicket, readRoomStatus } from '@jawhara/contract';
import { readFullStatus } from '@jawhara/room-sync';
import { call } from '../api/call.ts';
import { isOnline, subscribeToOnline } from '../browser/waits.ts';
import type { RoomDeps, RoomSocket, SocketListener } from './room-deps.ts';

/** Rooms are secondary: a call that fails does not start the move to a backup host. */
const ASIDE = { isAside: true };

function openSocket(address: string, listener: SocketListener): RoomSocket {
  const socket = new WebSocket(address);
  socket.addEventListener('open', listener.onOpen);
  socket.addEventListener('error', listener.onError);
  socket.addEventListener('close', ({ code }) => listener.onClose(code));
  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') listener.onMessage(data);
  });
  return {
    send: (text) => socket.send(text),
    close: (code, reason) => socket.close(code, reason),
  };
}

/** Calls back when the network returns, or the page becomes visible again. */
function watchNetwork(onBack: () => void): () => void {
  const check = (): void => {
    if (isOnline() && document.visibilityState === 'visible') onBack();
  };
  const unsubscribe = subscribeToOnline(check);
  document.addEventListener('visibilitychange', check);
  return () => {
    unsubscribe();
    document.removeEventListener('visibilitychange', check);
  };
}

export const browserRoomDeps: RoomDeps = {
  async fetchTicket(rid) {
    const answer = await call(issueRoomTicket, { rid }, ASIDE);
    return answer.kind === 'ok' ? answer.value : null;
  },
  async fetchFullStatus(rid) {
    const answer = await call(readRoomStatus, { rid }, ASIDE);
    if (answer.kind !== 'ok') return null;
    return readFullStatus({ sn: answer.value.sn, room_status: answer.value.roomStatus });
  },
  openSocket,
  startTimer(ms, onTime) {
    const timer = setTimeout(onTime, ms);
    return () => clearTimeout(timer);
  },
  watchNetwork,
  moveRules: {
    hosts: [globalThis.location.host, ...__ROOM_HOSTS__],
    // Plain sockets only for pages over http, in development.
    allowsPlainSocket: globalThis.location.protocol === 'http:',
  },
};
