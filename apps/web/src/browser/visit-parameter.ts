import { stored } from './storage/stored.ts';
import { readUrlParameters, type LinkLocation, type UrlParameters } from './url-parameters.ts';

const TEXT_MAX = 200;

/** What the opening link says under this name, for the visit: an address further on no longer says it. Null when none did. */
export function visitParameter(
  name: keyof UrlParameters,
  key: string,
): (location: LinkLocation) => string | null {
  const storedParameter = stored<string>(
    { key, parse: (json) => (typeof json === 'string' ? json : null), format: (value) => value },
    () => globalThis.sessionStorage ?? null,
  );
  return (location) => {
    const named = readUrlParameters(location)[name]?.slice(0, TEXT_MAX) ?? null;
    if (named === null) return storedParameter.read();
    if (named !== storedParameter.read()) storedParameter.write(named);
    return named;
  };
}
