/** What a played API answers, before it travels. */
export interface Answer {
  readonly status: number;
  readonly body: object | null;
}
