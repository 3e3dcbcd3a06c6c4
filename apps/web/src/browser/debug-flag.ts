import { stored } from './storage/stored.ts';
import { isSet, readUrlParameters, type LinkLocation } from './link.ts';

/** Whether the team's debug tools may show on this device: a link with is_debug stores it, one with is_release removes it. */
export const storedDebugFlag = /* @__PURE__ */ stored<true>({
  key: 'debug',
  parse: (json) => (json === true ? true : null),
  format: (flag) => flag,
});

/**
 * Whether this page may show the team's debug tools. A link with is_debug stores the flag; one with is_release removes it.
 * Always false on hosts that the build does not list for it.
 */
export function isDebug(link: LinkLocation = location): boolean {
  if (!__DEBUG_HOSTS__.includes(location.hostname)) return false;
  const { isDebug: wanted, isRelease } = readUrlParameters(link);
  if (isSet(isRelease)) storedDebugFlag.forget();
  else if (isSet(wanted)) storedDebugFlag.write(true);
  else if (wanted !== null) storedDebugFlag.forget();
  return storedDebugFlag.read() !== null;
}
