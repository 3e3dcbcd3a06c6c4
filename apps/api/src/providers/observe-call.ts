/** A call to a provider as it ended. `requestId`: the id that the provider's support asks for. */
export type ObserveCall = (call: {
  readonly name: string;
  /** The HTTP status, or why there is none, or the provider's own code where it turns everybody away with a good status. */
  readonly outcome: string;
  readonly requestId: string | null;
  readonly tookMs: number;
}) => void;
