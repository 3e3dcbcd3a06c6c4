/**
 * Values that the journal of the workflow engine (Restate) can store. Dates and classes would have another type after a
 * replay.
 */
export type Json =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Json[]
  | { readonly [key: string]: Json };

/** The functions of the workflow engine (Restate) that an order's flow uses. */
export interface Flow {
  /** Runs the work at least once and stores its result; when the flow is replayed, the stored result is used instead. */
  step<T extends Json>(name: string, work: () => Promise<T>): Promise<T>;
}

/**
 * Thrown when the object of a flow does not exist, so that the flow is not retried: for example when a timer belongs to
 * an order that a restored backup lacks.
 */
export class NothingThere extends Error {}

export type FlowEvents = Record<string, Json>;

/** Handlers of an object, one for each kind of event. For one key they run one after the other, never at the same time. */
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
 * The result of enqueueing work under an idempotency key. taken: the work is new. waiting: work under this key waits or
 * runs already. ended: work under this key has ended or was killed, and the engine still remembers the key, so nothing
 * was enqueued.
 */
export type Enqueued = 'taken' | 'waiting' | 'ended' | 'engine-away';

/** The calls that the rest of the program makes to the handlers of an object. */
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
  /**
   * Enqueues under an idempotency key and returns what the engine did. For a day after its work has ended, a key
   * accepts no other work.
   */
  enqueue<Name extends keyof Events & string>(
    name: Name,
    key: string,
    input: Events[Name],
    idempotencyKey: string,
  ): Promise<Enqueued>;
}
