import { stored } from './storage/stored.ts';
import { isSet, readUrlParameters, type LinkLocation } from './link.ts';

/** The debug flag, stored until a link removes it. */
export const storedDebugFlag = /* @__PURE__ */ stored<true>({
  key: 'debug',
  parse: (json) => (json === true ? true : null),
  format: (flag) => flag,
});

/**
 * Whether this page may show tools for the team. A link sets the flag, which is then stored; a link with the value
 * release removes it. Only on hosts that are listed for it.
 */
export function isDebug(link: LinkLocation = location): boolean {
  if (!__DEBUG_HOSTS__.includes(location.hostname)) return false;
  const { isDebug: wanted, isRelease } = readUrlParameters(link);
  if (isSet(isRelease)) storedDebugFlag.forget();
  else if (isSet(wanted)) storedDebugFlag.write(true);
  else if (wanted !== null) storedDebugFlag.forget();
  return storedDebugFlag.read() !== null;
}
