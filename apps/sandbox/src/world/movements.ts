import { DISPUTE_STAGES, type Dispute } from './disputes.ts';

/** A movement of money at a provider, from which its settlement reports are made. Amounts are minor units, never negative. */
export interface Movement {
  readonly what:
    | 'captured'
    | 'capture-failed'
    | 'refunded'
    | 'refund-failed'
    | 'dispute-opened'
    | 'disputed'
    | 'dispute-returned';
  /** The provider's id of the capture, refund or dispute. */
  readonly id: string;
  readonly paymentId: string;
  readonly reference: string | null;
  /** The shop's own number of the refund, where it has one. */
  readonly ownId?: string;
  readonly amount: number;
  readonly currency: string;
  readonly at: number;
  /** VISA, MASTERCARD. */
  readonly method: string;
}

export interface Movements {
  note(movement: Movement): void;
  /** Movements of one UTC day, in their order. */
  ofDay(day: string): Iterable<Movement>;
  /** Days on which something moved, the first one first. */
  days(): readonly string[];
  clear(): void;
}

export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

export function createMovements(): Movements {
  const byDay = new Map<string, Movement[]>();
  return {
    note(movement) {
      const day = dayOf(movement.at);
      const own = byDay.get(day);
      if (own) own.push(movement);
      else byDay.set(day, [movement]);
    },
    ofDay: (day) => byDay.get(day) ?? [],
    days: () => [...byDay.keys()].toSorted(),
    clear: () => byDay.clear(),
  };
}

/** Whether the newest stage of a dispute took the money, returned it, or moved none. */
export function movedBy({ moves }: Dispute): 'disputed' | 'dispute-returned' | null {
  const [before, now] = [moves.at(-2), moves.at(-1)];
  const wasGone = before !== undefined && DISPUTE_STAGES[before.stage].isGone;
  const isGone = now !== undefined && DISPUTE_STAGES[now.stage].isGone;
  if (wasGone === isGone) return null;
  return isGone ? 'disputed' : 'dispute-returned';
}

/** "4.99" from cents. Fees have more decimal places than two. */
export function decimal(minorUnits: number, places = 2): string {
  const digits = String(Math.abs(minorUnits)).padStart(places + 1, '0');
  return `${minorUnits < 0 ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** A row of a file, with quotes where they are needed. */
export function csvRow(fields: readonly string[]): string {
  const quoted = fields.map((field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field));
  return `${quoted.join(',')}\r\n`;
}
