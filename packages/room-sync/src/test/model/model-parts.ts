import { reduceRoomView, type RoomViewEffect, type RoomViewEvent } from '../../room-view.ts';
import type { RoomView, RoomViewStep } from '../../room-view.ts';
import type { RoomLog } from '../../room-log.ts';
import { type Greeting, greetingOf, maySyncSn, type SocketPosition } from '../../socket-position.ts';

/** The parts of our code that the model runs. A planted fault replaces one of them. */
export interface ModelParts {
  readonly reduceView: (state: RoomView, event: RoomViewEvent) => RoomViewStep;
  readonly maySyncSn: (position: SocketPosition, sn: number) => boolean;
  readonly greetingOf: (log: RoomLog, clientSn: number | null) => Greeting;
  /** Stores the new state in the client and runs the effects. */
  readonly commit: (
    step: RoomViewStep,
    assign: (state: RoomView) => void,
    run: (effect: RoomViewEffect) => void,
  ) => void;
}

export const OUR_PARTS: ModelParts = {
  reduceView: reduceRoomView,
  maySyncSn,
  greetingOf,
  commit: ({ state, effects }, assign, run) => {
    assign(state);
    for (const effect of effects) run(effect);
  },
};
