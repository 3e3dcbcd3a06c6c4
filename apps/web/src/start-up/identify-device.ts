import { clientId } from '../host/client-id.ts';
import type { StartUpStep } from './run-in-order.ts';

/** The server sets its own device cookie with the first answer; this id is the one of the headers. */
export const identifyDevice: StartUpStep = {
  name: 'device-token',
  run: () => void clientId(),
};
