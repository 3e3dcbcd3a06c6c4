import type { ProviderNumber } from '@jawhara/domain';
import type { LocalDeliverer } from '../apps/api/src/orders/base/order-ports.ts';
import type { OrderProgram } from '../apps/api/src/program/compose-orders.ts';
import { ORDER_PORTS } from '../apps/api/src/program/ports.ts';
import { stepFailures, type StepFailures } from '../apps/api/src/orders/base/park-failing-steps.ts';
import { deliverFine } from '../apps/api/src/penalties/pay-fine.ts';
import { deliverGems } from '../apps/api/src/orders/delivery/deliver-order.ts';
import type { SimulatedGemService } from './gem-service.ts';

/** The faults that are switched on at this moment of a history. */
export interface Faults {
  isDeliveryBroken: boolean;
  /** This deployment delivers gems by a remote service, not in its own ledger alone. */
  isDeliveryRemote: boolean;
  /** The deployment has lost its setting of the remote service for now: the ledger alone delivers. */
  isServiceRemoved: boolean;
  wasServiceRemoved: boolean;
  /** A simulated fault in our code: the step of this name throws until it is set to null, as if a release had mended it. */
  failingStep: string | null;
  /** Providers that are disconnected from the deployment for now. */
  readonly removed: Set<ProviderNumber>;
  /** Whether all actors have stopped: a step that fails then will fail for ever. */
  isCalm: boolean;
}

/** ORDER_PORTS of the server, with deliveries that can fail, and with the remote gem service where the history uses one. */
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

/** The flow's handlers, in which the step named by `failingStep` throws. */
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

/**
 * How often a step may fail before its order is parked for an operator: as often as on the server; at rest only twice, to save
 * time.
 */
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
