import type { OrderId, PayAnswer } from '@jawhara/domain';
import {
  NothingThere,
  type Flow,
  type FlowEvents,
  type FlowHandlers,
  type Json,
} from '../../platform/flow.ts';
import { faultText, isOutage } from '../../platform/outage.ts';
import type { OrderContext } from './order-context.ts';
import { parkOrder, type ParkedStep } from './park-order.ts';

/** Failures of one step in a row, counted by this process alone: another process, or a restart, starts at zero. */
export interface StepFailures {
  /** Counts one failure more. True if the step is not tried again. */
  isLast(key: string): boolean;
  forget(key: string): void;
}

/** About ten seconds with the engine's growing pauses, so that a step is parked before its flow is reported as stuck. */
const TRIES_BEFORE_PARKING = 8;
const REMEMBERED_MAX = 10_000;

export function stepFailures(triesMax = TRIES_BEFORE_PARKING): StepFailures {
  const counts = new Map<string, number>();
  return {
    isLast(key) {
      const count = (counts.get(key) ?? 0) + 1;
      counts.delete(key);
      if (count >= triesMax) return true;
      counts.set(key, count);
      const [oldest] = counts.keys();
      if (counts.size > REMEMBERED_MAX && oldest !== undefined) counts.delete(oldest);
      return false;
    },
    forget: (key) => void counts.delete(key),
  };
}

/** The journal's entry for a parked step, in place of its result. */
type ParkedAnswer = { readonly parkedStep: string; readonly error: string };

function isParkedAnswer(answer: Json): answer is ParkedAnswer {
  return typeof answer === 'object' && answer !== null && 'parkedStep' in answer;
}

/** Thrown to end the handler; a replay from the journal throws it at the same step. */
class StepParked extends Error {
  readonly answer: ParkedAnswer;
  constructor(answer: ParkedAnswer) {
    super(`the step "${answer.parkedStep}" is parked`);
    this.answer = answer;
  }
}

/** A flow whose failing steps are parked after some tries. Outages do not count: parking would raise an alert for every order. */
function countingFlow(flow: Flow, failures: StepFailures, work: string): Flow {
  return {
    async step<T extends Json>(name: string, run: () => Promise<T>): Promise<T> {
      const key = `${work}:${name}`;
      const answer = await flow.step<T | ParkedAnswer>(name, async () => {
        try {
          const passed = await run();
          failures.forget(key);
          return passed;
        } catch (error) {
          if (error instanceof NothingThere || isOutage(error) || !failures.isLast(key)) throw error;
          return { parkedStep: name, error: faultText(error) };
        }
      });
      if (isParkedAnswer(answer)) throw new StepParked(answer);
      return answer;
    },
  };
}

interface ParkingDeps {
  readonly context: OrderContext;
  readonly failures: StepFailures;
}

/** The answer to the caller of a parked handler, made from the order at that moment. */
export type ParkedAnswers<Answers> = {
  readonly [Name in keyof Answers]: (order: PayAnswer) => Answers[Name];
};

function notificationIn(input: Json): string | null {
  const named =
    typeof input === 'object' && input !== null && 'notificationId' in input ? input['notificationId'] : null;
  return typeof named === 'string' ? named : null;
}

/**
 * Wraps handlers so that a step that keeps failing cannot block its order: the handler ends with an alert, and the order is
 * checked later.
 */
export function parkFailingSteps<Events extends FlowEvents, Answers extends Record<keyof Events, Json>>(
  { context, failures }: ParkingDeps,
  handlers: FlowHandlers<Events, Answers>,
  answers: ParkedAnswers<Answers>,
): FlowHandlers<Events, Answers> {
  const parking =
    <Name extends keyof Events & string>(event: Name) =>
    async (flow: Flow, key: string, input: Events[Name]): Promise<Answers[Name]> => {
      const orderId = key as OrderId;
      const notification = notificationIn(input);
      const work = `${orderId}:${event}:${notification ?? ''}`;
      try {
        return await handlers[event](countingFlow(flow, failures, work), key, input);
      } catch (error) {
        if (!(error instanceof StepParked)) throw error;
        const { parkedStep: step, error: fault } = error.answer;
        const parked: ParkedStep = { event, step, notification, error: fault };
        return answers[event](await flow.step('park', () => parkOrder(context, orderId, parked)));
      }
    };
  const events = Object.keys(handlers) as (keyof Events & string)[];
  return Object.fromEntries(events.map((event) => [event, parking(event)])) as unknown as FlowHandlers<
    Events,
    Answers
  >;
}
