/** What an attack has sent and no log may hold, by what it is. */
export class Secrets {
  readonly #known = new Map<string, string>();

  add(what: string, text: string): string {
    this.#known.set(text, what);
    return text;
  }

  /** What of it stands in a text. The secrets themselves are not repeated. */
  namesIn(text: string): string[] {
    return [...this.#known].filter(([secret]) => text.includes(secret)).map(([, what]) => what);
  }

  get size(): number {
    return this.#known.size;
  }
}
