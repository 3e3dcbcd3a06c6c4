import { setTimeout as sleep } from 'node:timers/promises';
import type { BookedPayment } from './booked-payment.ts';
import type { Aftermath, AftermathStep } from './plan-aftermath.ts';
import type { SandboxReturns } from './sandbox-returns.ts';

/** Ids of the refund and the dispute that earlier steps made, for later steps. */
interface Done {
  returnId: string | null;
  disputeId: string | null;
}

const centsOf = ({ captured }: BookedPayment, share: number): number =>
  Math.max(1, Math.floor(captured * share));

async function play(
  returns: SandboxReturns,
  payment: BookedPayment,
  step: AftermathStep,
  done: Done,
): Promise<boolean> {
  switch (step.does) {
    case 'refund':
      done.returnId = await returns.refund(
        payment,
        step.share === 'rest' ? null : centsOf(payment, step.share),
      );
      return done.returnId !== null;
    case 'refund-fails':
      return done.returnId !== null && returns.failRefund(payment.provider, done.returnId);
    case 'dispute':
      if (done.disputeId !== null) return returns.moveDispute(payment, done.disputeId, step.stage);
      done.disputeId = await returns.openDispute(payment, centsOf(payment, step.share));
      return done.disputeId !== null;
    default:
      return step satisfies never;
  }
}

/** Plays the steps in turn. Returns false if one was impossible, because the money had gone back before. */
export async function playAftermath(
  returns: SandboxReturns,
  payment: BookedPayment,
  { steps }: Aftermath,
): Promise<boolean> {
  const done: Done = { returnId: null, disputeId: null };
  for (const step of steps) {
    await sleep(step.afterMs);
    if (!(await play(returns, payment, step, done))) return false;
  }
  return true;
}
