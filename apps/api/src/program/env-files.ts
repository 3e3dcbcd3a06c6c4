import { readFileSync } from 'node:fs';

/** Settings whose value is a file's name; all others may be given by a file that holds their value. */
const NAME_FILES = new Set(['OPERATOR_FACTS_FILE', 'COUNTRY_RANGES_FILE', 'OPERATOR_KEY_FILE']);
const SUFFIX = '_FILE';

/**
 * `X_FILE` names a file with the value of `X`, as secrets come into a container: what stands in the environment itself is
 * seen by everybody who may look at the process. Read when the setting is: machines have `…_FILE` of their own, which are none of ours.
 */
export function withFiles(
  source: NodeJS.ProcessEnv,
  read: (path: string) => string = (path) => readFileSync(path, 'utf8'),
): NodeJS.ProcessEnv {
  const settings = { ...source };
  for (const [name, path] of Object.entries(source)) {
    if (!name.endsWith(SUFFIX) || NAME_FILES.has(name) || !path) continue;
    const setting = name.slice(0, -SUFFIX.length);
    const isTwice = source[setting] !== undefined;
    Object.defineProperty(settings, setting, {
      enumerable: true,
      get(): string {
        if (isTwice)
          throw new Error(
            `wrong in the environment: ${setting} and ${name} are both there, give one of them.`,
          );
        try {
          // Editors and `echo` end a file with a line break that is not part of the secret.
          return read(path).replace(/\r?\n$/, '');
        } catch (cause) {
          throw new Error(`wrong in the environment: ${name} names a file that cannot be read.`, { cause });
        }
      },
    });
  }
  return settings;
}
