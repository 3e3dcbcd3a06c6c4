import { createServer } from 'node:http';
import { freePorts, HOST } from '../../stack/ports.ts';
import type { WeakTarget } from '../attack-kind.ts';
import type { Target } from '../target/target.ts';

/** Starts a server on plain http that redirects to the host of the Host header, whatever it is. */
export async function weakRedirect(target: Target): Promise<WeakTarget> {
  const [plainPort = 0] = await freePorts(1);
  const server = createServer(({ headers, url }, response) => {
    response.writeHead(308, { location: `https://${headers.host}${url}` }).end();
  });
  await new Promise<void>((listening) => server.listen(plainPort, HOST, listening));
  return {
    target: { ...target, plainPort },
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}
