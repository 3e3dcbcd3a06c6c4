import { stored } from './storage/stored.ts';
import { isSet, readUrlParameters, type LinkLocation } from './link.ts';

/** On this device, until it is taken back. */
export const storedDebugFlag = /* @__PURE__ */ stored<true>({
  key: 'debug',
  parse: (json) => (json === true ? true : null),
  format: (flag) => flag,
});

/**
 * Whether this page may show what only the team sees, and only on hosts where that is allowed: by the link, which is kept, or
 * as kept before. A link that says release overrides and ends it.
 */
export function isDebug(link: LinkLocation = location): boolean {
  if (!__DEBUG_HOSTS__.includes(location.hostname)) return false;
  const { isDebug: wanted, isRelease } = readUrlParameters(link);
  if (isSet(isRelease)) storedDebugFlag.forget();
  else if (isSet(wanted)) storedDebugFlag.write(true);
  else if (wanted !== null) storedDebugFlag.forget();
  return storedDebugFlag.read() !== null;
}
