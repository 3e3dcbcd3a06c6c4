/** Secrets that an attack has sent and that no log may contain, each with a description. */
export class Secrets {
  readonly #known = new Map<string, string>();

  add(what: string, text: string): string {
    this.#known.set(text, what);
    return text;
  }

  /** Descriptions of the secrets found in a text; the secrets themselves are not repeated. */
  namesIn(text: string): string[] {
    return [...this.#known].filter(([secret]) => text.includes(secret)).map(([, what]) => what);
  }

  get size(): number {
    return this.#known.size;
  }
}
