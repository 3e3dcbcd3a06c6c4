import { readFileSync } from 'node:fs';

const SUFFIX = '_FILE';

/** `X_FILE` names a file with the value of `X`, so that no secret stands in the environment itself. */
export function withFiles(source: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const settings = { ...source };
  for (const [name, path] of Object.entries(source)) {
    if (!name.endsWith(SUFFIX) || !path) continue;
    const setting = name.slice(0, -SUFFIX.length);
    // Read on first use: `X_FILE` settings of other programs on this machine may name files that we cannot read.
    Object.defineProperty(settings, setting, { enumerable: true, get: () => readSetting(setting, path) });
    if (source[setting] !== undefined)
      throw new Error(`wrong in the environment: ${setting} and ${name} are both there, give one of them.`);
  }
  return settings;
}

function readSetting(setting: string, path: string): string {
  try {
    // Editors and `echo` end a file with a line break that is not part of the secret.
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (cause) {
    throw new Error(`wrong in the environment: ${setting}_FILE names a file that cannot be read.`, { cause });
  }
}
