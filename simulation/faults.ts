import type { ProviderNumber } from '@jawhara/domain';
import type { LocalDeliverer } from '../apps/api/src/orders/base/order-ports.ts';
import type { OrderProgram } from '../apps/api/src/program/compose-orders.ts';
import { ORDER_PORTS } from '../apps/api/src/program/ports.ts';
import { stepFailures, type StepFailures } from '../apps/api/src/orders/base/park-failing-steps.ts';
import { deliverFine } from '../apps/api/src/penalties/pay-fine.ts';
import { deliverGems } from '../apps/api/src/orders/delivery/deliver-order.ts';
import type { SimulatedGemService } from './gem-service.ts';

/** Faults that a history switches on and off. */
export interface Faults {
  isDeliveryBroken: boolean;
  /** This deployment delivers gems by a remote service, not in its own ledger alone. */
  isDeliveryRemote: boolean;
  /** The deployment has lost its setting of the remote service for now: the ledger alone delivers. */
  isServiceRemoved: boolean;
  wasServiceRemoved: boolean;
  /** A fault of our own: this step throws until a release mends it. */
  failingStep: string | null;
  /** Providers that the deployment does not have for now. */
  readonly removed: Set<ProviderNumber>;
  /** All actors have stopped: a step that still fails will go on failing. */
  isCalm: boolean;
}

/** The ports of the orders, with deliveries that can break, and with a remote service where the history has one. */
export function portsWith(faults: Faults, gemService: SimulatedGemService): typeof ORDER_PORTS {
  const breakable = ({ deliver }: LocalDeliverer): LocalDeliverer => ({
    where: 'database',
    async deliver(tx, order, at) {
      if (faults.isDeliveryBroken) throw new Error('delivery is broken');
      return deliver(tx, order, at);
    },
  });
  const local = { gems: breakable(deliverGems), fine: breakable(deliverFine) };
  return {
    ...ORDER_PORTS,
    deliverers: {
      fine: local.fine,
      get gems() {
        return faults.isDeliveryRemote && !faults.isServiceRemoved ? gemService.deliverer : local.gems;
      },
    },
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

/** Each process counts failures itself, so a failing handler is parked only after many tries. At rest fewer are enough, to save time. */
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
