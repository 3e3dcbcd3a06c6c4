import { registerHooks } from 'node:module';

/**
 * Faults of the driver (3.4.9) when a connection is lost, by the text that is replaced in its src/connection.js while it is loaded. Each
 * left statements waiting for ever, or a connection that could never be used again, until the process was started anew. See
 * docs/decisions/0050; when the driver is mended, the start of the program fails here and this file can go.
 */
const MENDS = [
  {
    // A write that was planned when the connection was lost stayed planned, so nothing was ever sent on the next one.
    count: 2,
    was: '    clearImmediate(nextWriteTimer)\n    ',
    is: '    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    ',
  },
  {
    // A statement that began between the socket's error and its end was never rejected; its rest met the next connection.
    count: 1,
    was: `    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))\n`,
    is:
      `    if (query || sent.length) error(Errors.connection('CONNECTION_CLOSED', options, socket))\n` +
      '    query = results = errorResponse = null\n    result = new Result()\n',
  },
  {
    // A write after the end threw where nothing catches it, and ended the process.
    count: 1,
    was: '    const x = socket.write(chunk, fn)\n',
    is:
      '    if (socket === null) {\n      chunk = nextWriteTimer = null\n' +
      `      error(Errors.connection('CONNECTION_CLOSED', options, socket))\n      return false\n    }\n` +
      '    const x = socket.write(chunk, fn)\n',
  },
] as const;

function mended(source: string): string {
  return MENDS.reduce((text, { count, was, is }) => {
    const parts = text.split(was);
    if (parts.length !== count + 1)
      throw new Error(
        `the PostgreSQL driver is another version: "${was.trim()}" is in it ${parts.length - 1} times`,
      );
    return parts.join(is);
  }, source);
}

/** Set by the mended driver itself, which is loaded once, also where this module is loaded again. */
const MARK = 'jawhara.mended-postgres-driver';

const hooks = registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith('/postgres/src/connection.js')) return loaded;
    const source = Buffer.from(loaded.source as Uint8Array).toString();
    return { ...loaded, source: `${mended(source)}\nglobalThis[Symbol.for('${MARK}')] = true\n` };
  },
});

/** The driver, loaded with its faults mended. Nothing else may import it, except its types. */
export const { default: postgres } = await import('postgres');
hooks.deregister();

/** A module that imports the driver before this one would leave the program with the driver as it was released. */
export function requireMendedDriver(): void {
  if (Reflect.get(globalThis, Symbol.for(MARK)) !== true)
    throw new Error('the PostgreSQL driver was loaded before platform/postgres-driver.ts could mend it');
}
