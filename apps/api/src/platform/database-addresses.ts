import { connect, isIP, type Socket } from 'node:net';
import { join } from 'node:path';

const POSTGRES_PORT = 5432;
/** The least time between two changes of address: if every address is a standby, this prevents a busy loop. */
const LEAVE_EVERY_MS = 1_000;

interface Address {
  readonly host: string;
  readonly port: number;
}

/**
 * The address of the database in use, and those of standbys that may be promoted. All connections of a pool lead to one
 * address.
 */
export interface DatabaseAddresses {
  /** Opens a connection to the address in use. If that fails, the next connection is opened to the next address. */
  connect(): Socket;
  /**
   * Closes every connection, because the server was demoted to a standby; new ones are opened to the next address. If
   * there is only one address, its name is looked up again.
   */
  leave(): void;
}

function addressOf(text: string): Address {
  const { hostname, port } = new URL(`postgres://${text}`);
  return { host: decodeURIComponent(hostname).replaceAll(/[[\]]/g, ''), port: Number(port || POSTGRES_PORT) };
}

/** `url` gives the first address. Its user, database and encryption apply to every address. */
export function databaseAddresses(url: string, standbys: readonly string[] = []): DatabaseAddresses {
  const addresses = [new URL(url).host, ...standbys].map(addressOf);
  const open = new Set<Socket>();
  let inUse = 0;
  let leftAtMs = Number.NEGATIVE_INFINITY;
  let waiting: NodeJS.Timeout | undefined;

  const leaveNow = (): void => {
    waiting = undefined;
    leftAtMs = performance.now();
    inUse = (inUse + 1) % addresses.length;
    for (const socket of open) socket.destroy();
  };
  return {
    connect() {
      const at = inUse;
      const { host, port } = addresses[at] ?? addressOf(new URL(url).host);
      // A host that is a path is the folder of the server's Unix socket, as in `postgres://%2Frun%2Fpostgresql/shop`.
      const socket = host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect({ host, port });
      let isConnected = false;
      open.add(socket);
      socket.once('connect', () => {
        isConnected = true;
      });
      socket.once('close', () => {
        open.delete(socket);
        if (!isConnected && inUse === at) inUse = (at + 1) % addresses.length;
      });
      // The driver checks the server's certificate against the `host` of the socket.
      return Object.assign(socket, isIP(host) === 0 ? { host } : {});
    },
    leave() {
      const waitMs = leftAtMs + LEAVE_EVERY_MS - performance.now();
      if (waitMs <= 0) leaveNow();
      else waiting ??= setTimeout(leaveNow, waitMs).unref();
    },
  };
}
