import { hostPort, type HostPort } from './host-port.ts';

export const LOOK_EVERY_MS = 16;
export const LOOKS_MAX = 50;

/** An app may put its port into a page that runs already. After the last look the page takes itself for a plain browser's. */
export function whenPortReady(): Promise<HostPort | null> {
  return new Promise((resolve) => {
    let looks = 0;
    const look = (): void => {
      looks += 1;
      const port = hostPort();
      if (port !== null || looks === LOOKS_MAX) resolve(port);
      else setTimeout(look, LOOK_EVERY_MS);
    };
    look();
  });
}
