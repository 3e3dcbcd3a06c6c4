import { CHROMIUM_FLAGS, findChromium } from '../tools/browser/find-chromium.ts';

/** Only this machine is reachable: a request to any other host fails and is reported. */
const NOWHERE_ELSE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE 127.0.0.2';

/** The installed browser; none is downloaded. */
export const OUR_CHROMIUM = { executablePath: findChromium(), args: [...CHROMIUM_FLAGS, NOWHERE_ELSE] };
