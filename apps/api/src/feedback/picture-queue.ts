export type QueueEnd<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  /** The queue was full; a later try may succeed. */
  | { readonly kind: 'busy' };

export interface PictureQueue {
  /** Whether a picture of this sender would be queued now; asked before its bytes are received. */
  hasPlace(sender: string): boolean;
  run<Value>(sender: string, work: () => Promise<Value>): Promise<QueueEnd<Value>>;
}

export interface QueueBounds {
  readonly waitingMax: number;
  /** So that one sender cannot fill the queue. */
  readonly perSenderMax: number;
  /** The longest wait in the queue: the client gives up after about as long. */
  readonly waitsMsMax: number;
}

interface Waiting {
  readonly sender: string;
  readonly begin: () => void;
}

/** Runs one picture at a time, in order of arrival. */
export function pictureQueue({ waitingMax, perSenderMax, waitsMsMax }: QueueBounds): PictureQueue {
  const waiting: Waiting[] = [];
  let working: string | null = null;

  function hasPlace(sender: string): boolean {
    if (working === null) return true;
    const own = waiting.filter((one) => one.sender === sender).length + (working === sender ? 1 : 0);
    return waiting.length < waitingMax && own < perSenderMax;
  }

  /** False if the turn did not come in time. */
  function turnOf(sender: string): Promise<boolean> {
    return new Promise((tell) => {
      const leave = setTimeout(() => {
        waiting.splice(waiting.indexOf(own), 1);
        tell(false);
      }, waitsMsMax);
      const begin = (): void => {
        clearTimeout(leave);
        tell(true);
      };
      const own = { sender, begin };
      waiting.push(own);
    });
  }

  function goOn(): void {
    const next = waiting.shift();
    working = next?.sender ?? null;
    next?.begin();
  }

  return {
    hasPlace,
    async run(sender, work) {
      if (!hasPlace(sender)) return { kind: 'busy' };
      if (working === null) working = sender;
      else if (!(await turnOf(sender))) return { kind: 'busy' };
      try {
        return { kind: 'done', value: await work() };
      } finally {
        goOn();
      }
    },
  };
}
