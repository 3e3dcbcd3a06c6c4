import type { ProviderNumber } from '@jawhara/domain';
import type { OrderProgram } from '../apps/api/src/program/compose-orders.ts';
import { ORDER_PORTS } from '../apps/api/src/program/order-ports.ts';
import { stepFailures, type StepFailures } from '../apps/api/src/orders/base/step-failures.ts';

/** Faults that a history switches on and off. */
export interface Faults {
  isDeliveryBroken: boolean;
  /** A fault of our own: this step throws until a release mends it. */
  failingStep: string | null;
  /** Providers that the deployment does not have for now. */
  readonly removed: Set<ProviderNumber>;
  /** All actors have stopped: a step that still fails will go on failing. */
  isCalm: boolean;
}

/** The ports of the orders, with deliveries that can break. */
export function portsWith(faults: Faults): typeof ORDER_PORTS {
  const { deliverers } = ORDER_PORTS;
  const breakable =
    (deliver: (typeof deliverers)['gems']): typeof deliver =>
    (tx, order, at) => {
      if (faults.isDeliveryBroken) throw new Error('delivery is broken');
      return deliver(tx, order, at);
    };
  return {
    ...ORDER_PORTS,
    deliverers: { gems: breakable(deliverers.gems), fine: breakable(deliverers.fine) },
  };
}

type Handlers = OrderProgram['handlers'];

/** The handlers, with steps that a fault of ours makes fail. */
export function handlersWith(faults: Faults, handlers: Handlers): Handlers {
  const wrapped = Object.entries(handlers).map(([event, handler]) => [
    event,
    (flow: Parameters<Handlers['look']>[0], key: string, input: never) =>
      (handler as Handlers['look'])(
        {
          step: (name, work) =>
            flow.step(name, async () => {
              if (faults.failingStep === name) throw new Error('a fault of ours');
              return work();
            }),
        },
        key,
        input,
      ),
  ]);
  return Object.fromEntries(wrapped) as Handlers;
}

const TRIES_WHEN_CALM = 2;

/** Every process counts failures of its own, so a handler that is tried in many of them is parked sooner or later. Sooner is quicker. */
export function failuresWith(faults: Faults): StepFailures {
  const [usual, calm] = [stepFailures(), stepFailures(TRIES_WHEN_CALM)];
  return {
    isLast: (key) => (faults.isCalm ? calm : usual).isLast(key),
    forget(key) {
      usual.forget(key);
      calm.forget(key);
    },
  };
}
