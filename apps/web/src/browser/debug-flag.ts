import { stored } from './storage/stored.ts';
import { isSet, readUrlParameters, type LinkLocation } from './link.ts';

/** Stored on this device until a link ends it. */
export const storedDebugFlag = /* @__PURE__ */ stored<true>({
  key: 'debug',
  parse: (json) => (json === true ? true : null),
  format: (flag) => flag,
});

/**
 * Whether this page may show tools for the team, only on hosts where that is allowed: set by a link and stored. A link with
 * the value release ends it.
 */
export function isDebug(link: LinkLocation = location): boolean {
  if (!__DEBUG_HOSTS__.includes(location.hostname)) return false;
  const { isDebug: wanted, isRelease } = readUrlParameters(link);
  if (isSet(isRelease)) storedDebugFlag.forget();
  else if (isSet(wanted)) storedDebugFlag.write(true);
  else if (wanted !== null) storedDebugFlag.forget();
  return storedDebugFlag.read() !== null;
}
