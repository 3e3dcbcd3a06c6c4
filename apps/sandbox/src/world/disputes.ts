/** The stages of a dispute. `isGone`: the bank has taken the money at this stage. `after`: the stages that can precede it. */
export const DISPUTE_STAGES = {
  opened: { isGone: true, after: [] },
  won: { isGone: false, after: ['opened'] },
  lost: { isGone: true, after: ['opened'] },
  withdrawn: { isGone: false, after: ['opened'] },
  /** The second round: the bank takes the money again after the shop had won. */
  'taken-again': { isGone: true, after: ['won'] },
  'given-back-again': { isGone: false, after: ['lost', 'taken-again'] },
  'lost-for-good': { isGone: true, after: ['lost', 'taken-again'] },
} as const satisfies Record<string, { readonly isGone: boolean; readonly after: readonly string[] }>;

export type DisputeStage = keyof typeof DISPUTE_STAGES;

const STAGE_NAMES = Object.keys(DISPUTE_STAGES) as DisputeStage[];

export function isDisputeStage(text: unknown): text is DisputeStage {
  return typeof text === 'string' && Object.hasOwn(DISPUTE_STAGES, text);
}

export interface Dispute {
  readonly id: string;
  readonly amount: number;
  /** Not always the payment's: some banks report a dispute in their own currency. */
  readonly currency: string;
  stage: DisputeStage;
  /** The stages so far, the present one last. */
  readonly moves: { readonly stage: DisputeStage; readonly at: number }[];
}

export function isGone({ stage }: Dispute): boolean {
  return DISPUTE_STAGES[stage].isGone;
}

export interface DisputesDeps<Payment> {
  readonly now: () => number;
  readonly newId: () => string;
  /** Whether the provider has this stage. A control call for another stage is refused. */
  readonly plays: (stage: DisputeStage) => boolean;
  readonly notify: (dispute: Dispute, payment: Payment) => void;
}

export interface Disputes<Payment> {
  open(payment: Payment, amount: number, currency: string): Dispute;
  /** The payment's dispute with this id; without an id the newest one. */
  find(payment: Payment, id: string | null): Dispute | null;
  /** False: the dispute cannot move to that stage now, or this provider has no event for it. */
  move(payment: Payment, dispute: Dispute, to: DisputeStage): boolean;
  of(payment: Payment): readonly Dispute[];
  readonly stages: readonly DisputeStage[];
  clear(): void;
}

/** Disputes about payments, the same at every provider. Each provider makes its own events of them. */
export function createDisputes<Payment extends object>(deps: DisputesDeps<Payment>): Disputes<Payment> {
  let byPayment = new WeakMap<Payment, Dispute[]>();
  const of = (payment: Payment): Dispute[] => byPayment.get(payment) ?? [];
  return {
    open(payment, amount, currency) {
      const moves = [{ stage: 'opened' as const, at: deps.now() }];
      const dispute: Dispute = { id: deps.newId(), amount, currency, stage: 'opened', moves };
      byPayment.set(payment, [...of(payment), dispute]);
      deps.notify(dispute, payment);
      return dispute;
    },
    find: (payment, id) =>
      (id === null ? of(payment).at(-1) : of(payment).find((dispute) => dispute.id === id)) ?? null,
    move(payment, dispute, to) {
      const after: readonly string[] = DISPUTE_STAGES[to].after;
      if (!deps.plays(to) || !after.includes(dispute.stage)) return false;
      dispute.stage = to;
      dispute.moves.push({ stage: to, at: deps.now() });
      deps.notify(dispute, payment);
      return true;
    },
    of,
    stages: STAGE_NAMES.filter(deps.plays),
    clear() {
      byPayment = new WeakMap();
    },
  };
}

/** A payment's disputes as the control call `books` shows them. `disputed`: the money taken now, in the payment's currency. */
export function disputesInBooks(
  disputes: readonly Dispute[],
  currency: string,
): {
  readonly disputed: number;
  readonly disputes: readonly (Omit<Dispute, 'moves'> & { readonly isGone: boolean })[];
} {
  const away = disputes.filter((dispute) => isGone(dispute) && dispute.currency === currency);
  return {
    disputed: away.reduce((sum, { amount }) => sum + amount, 0),
    disputes: disputes.map((dispute) => {
      const { id, amount, stage } = dispute;
      return { id, amount, currency: dispute.currency, stage, isGone: isGone(dispute) };
    }),
  };
}
