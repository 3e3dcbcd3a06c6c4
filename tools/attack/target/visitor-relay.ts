import { connect, createServer, type Socket } from 'node:net';
import { HOST } from '../../stack/ports.ts';
import { newAddress } from '../wire/exchange.ts';

export interface VisitorRelay {
  leadTo(port: number): void;
  stop(): Promise<void>;
}

/** A browser cannot choose its source address, so the relay gives each connection one of its own, as real visitors have. */
export async function startVisitorRelay(port: number, firstDestination: number): Promise<VisitorRelay> {
  let destination = firstDestination;
  const open = new Set<Socket>();
  const server = createServer((visitor) => {
    const onwards = connect({ host: HOST, port: destination, localAddress: newAddress() });
    for (const [one, other] of [
      [visitor, onwards],
      [onwards, visitor],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((listening) => server.listen(port, HOST, listening));
  return {
    leadTo: (to) => (destination = to),
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        for (const socket of open) socket.destroy();
      }),
  };
}
