/** Values that survive in the engine's journal. Dates and classes would come back as something else after a crash. */
export type Json =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Json[]
  | { readonly [key: string]: Json };

/** All that an order's life knows of the engine. */
export interface Flow {
  /** Runs at least once; once it has ended, its answer is remembered and the work is not run again. */
  step<T extends Json>(name: string, work: () => Promise<T>): Promise<T>;
}

/**
 * The subject of a flow does not exist, and a retry will not bring it: a timer of an order that a restore has undone ends with
 * this.
 */
export class NothingThere extends Error {}

export type FlowEvents = Record<string, Json>;

/** Handlers of a serialised object: for one key they never run at the same time. */
export type FlowHandlers<Events extends FlowEvents, Answers extends Record<keyof Events, Json>> = {
  readonly [Name in keyof Events & string]: (
    flow: Flow,
    key: string,
    input: Events[Name],
  ) => Promise<Answers[Name]>;
};

export type FlowCall<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'engine-away' };

/**
 * The result of enqueueing work under a name. taken: it is new. waiting: the same name waits or runs already. ended: work of
 * this name has ended, by itself or because it was killed, and the engine still remembers the name: nothing was enqueued.
 */
export type Enqueued = 'taken' | 'waiting' | 'ended' | 'engine-away';

/** How the rest of the program talks to a serialised object. */
export interface FlowClient<Events extends FlowEvents, Answers extends Record<keyof Events, Json>> {
  /** Waits for the answer. Calls with the same idempotency key are one call. */
  call<Name extends keyof Events & string>(
    name: Name,
    key: string,
    input: Events[Name],
    options: { readonly idempotencyKey: string; readonly waitMsMax: number },
  ): Promise<FlowCall<Answers[Name]>>;
  /** Hands over and returns; false when the engine did not take it. */
  send<Name extends keyof Events & string>(
    name: Name,
    key: string,
    input: Events[Name],
    options?: { readonly idempotencyKey: string },
  ): Promise<boolean>;
  /** Hands over under a name and says what the engine made of it: a name that has ended takes no more work for a day. */
  enqueue<Name extends keyof Events & string>(
    name: Name,
    key: string,
    input: Events[Name],
    idempotencyKey: string,
  ): Promise<Enqueued>;
}
