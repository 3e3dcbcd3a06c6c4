import type { FastifyInstance } from 'fastify';

/** Whether this process shuts down: it still answers, and asks clients to close the connection. */
export interface Draining {
  begin(): void;
  isOn(): boolean;
}

export function createDraining(): Draining {
  let isOn = false;
  return {
    begin: () => {
      isOn = true;
    },
    isOn: () => isOn,
  };
}

/** Closes kept-alive connections, because a proxy would otherwise send its next request to a process that has ended. */
export function letConnectionsGo(server: FastifyInstance, draining: Draining): void {
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining.isOn()) reply.header('connection', 'close');
    done();
  });
}

/** Waits for open requests, and cuts those that have not ended in time. */
export async function closeServer(server: FastifyInstance, withinMs: number): Promise<void> {
  const timer = setTimeout(() => server.server.closeAllConnections(), withinMs);
  try {
    await server.close();
  } finally {
    clearTimeout(timer);
  }
}
