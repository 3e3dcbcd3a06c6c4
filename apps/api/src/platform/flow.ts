/** Values that the engine's journal can store. Dates and classes would change type after a crash. */
export type Json =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Json[]
  | { readonly [key: string]: Json };

/** The engine, as an order's flow sees it. */
export interface Flow {
  /** Runs at least once; its result is stored, and a replay does not run it again. */
  step<T extends Json>(name: string, work: () => Promise<T>): Promise<T>;
}

/**
 * The object of a flow does not exist, and a retry will not change that: for example a timer of an order that a restored
 * backup lacks.
 */
export class NothingThere extends Error {}

export type FlowEvents = Record<string, Json>;

/** Handlers of a serialised object: they never run at the same time for one key. */
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
 * The result of enqueueing work under a key. taken: it is new. waiting: work of this key waits or runs already. ended: work
 * of this key has ended or was killed and the engine still remembers the key, so nothing was enqueued.
 */
export type Enqueued = 'taken' | 'waiting' | 'ended' | 'engine-away';

/** The calls that the rest of the program makes to a serialised object. */
export interface FlowClient<Events extends FlowEvents, Answers extends Record<keyof Events, Json>> {
  /** Waits for the answer. Calls with the same idempotency key are one call. */
  call<Name extends keyof Events & string>(
    name: Name,
    key: string,
    input: Events[Name],
    options: { readonly idempotencyKey: string; readonly waitMsMax: number },
  ): Promise<FlowCall<Answers[Name]>>;
  /** Enqueues and returns; false when the engine did not accept it. */
  send<Name extends keyof Events & string>(
    name: Name,
    key: string,
    input: Events[Name],
    options?: { readonly idempotencyKey: string },
  ): Promise<boolean>;
  /** Enqueues under a key and returns what the engine did with it: a key whose work has ended accepts no more for a day. */
  enqueue<Name extends keyof Events & string>(
    name: Name,
    key: string,
    input: Events[Name],
    idempotencyKey: string,
  ): Promise<Enqueued>;
}
