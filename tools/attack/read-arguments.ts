export interface Arguments {
  /** Runs only attacks whose name contains this text. */
  readonly only: string | null;
  readonly basePort?: number;
}

/** Reads `--only TEXT` and `--port N`. */
export function readArguments(words: readonly string[]): Arguments {
  let [only, basePort]: [string | null, number | undefined] = [null, undefined];
  for (let at = 0; at < words.length; at += 2) {
    const [name, value = ''] = [words[at], words[at + 1]];
    if (name === '--only' && value !== '') only = value;
    else if (name === '--port' && /^\d{4,5}$/.test(value)) basePort = Number(value);
    else
      throw new Error(`what is ${words.slice(at).join(' ')}? It takes --only <part of a name> and --port N`);
  }
  return { only, ...(basePort === undefined ? {} : { basePort }) };
}
