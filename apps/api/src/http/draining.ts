import type { FastifyInstance } from 'fastify';

/** Whether this process is on its way out: it still answers, and asks nobody to come back on the same connection. */
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

/** A proxy that keeps connections open would otherwise send its next request into a process that is gone. */
export function letConnectionsGo(server: FastifyInstance, draining: Draining): void {
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining.isOn()) reply.header('connection', 'close');
    done();
  });
}

/** Lets every request end; what has not by then is cut. */
export async function closeServer(server: FastifyInstance, withinMs: number): Promise<void> {
  const timer = setTimeout(() => server.server.closeAllConnections(), withinMs);
  try {
    await server.close();
  } finally {
    clearTimeout(timer);
  }
}
