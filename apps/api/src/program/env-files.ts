import { readFileSync } from 'node:fs';

/** Settings whose own value is the name of a file. Any other setting may be replaced by a file with its value. */
const NAME_FILES = new Set(['OPERATOR_FACTS_FILE', 'COUNTRY_RANGES_FILE', 'OPERATOR_KEY_FILE']);
const SUFFIX = '_FILE';

/**
 * `X_FILE` names a file that contains the value of `X`. Containers pass secrets so, because environment variables are
 * visible to anybody who can inspect the process. Only our own settings are read so: machines have other variables that
 * end in `_FILE`.
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
