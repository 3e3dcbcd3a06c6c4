import type { RoomView, RoomViewEvent, RoomViewStep } from '../../room-view.ts';
import { reduceRoomView } from '../../room-view.ts';
import { greetingOf } from '../../socket-position.ts';
import { withEntries } from '../../tables.ts';
import { type ModelParts, OUR_PARTS } from './model-parts.ts';

function messageOf(event: RoomViewEvent) {
  return event.type === 'message' ? event.message : null;
}

/** Fault: applies an update of one frame although frames before it are missing. */
function applyFarFrame(state: RoomView, event: RoomViewEvent): RoomViewStep {
  const message = messageOf(event);
  const isFar =
    message?.kind === 'update' &&
    message.frames.length === 1 &&
    state.sn !== null &&
    message.frames[0].sn > state.sn;
  return reduceRoomView(isFar ? { ...state, sn: message.frames[0].sn - 1 } : state, event);
}

/** Fault: after a reset, still refuses a full status that is lower than the sn before the reset. */
function refuseLowerReset(state: RoomView, event: RoomViewEvent): RoomViewStep {
  const step = reduceRoomView(state, event);
  return messageOf(event)?.kind === 'reset' ? { ...step, state: { ...step.state, sn: state.sn } } : step;
}

/** Fault: takes every full status for the newest state and drops the updates buffered during its fetch. */
function dropBufferedUpdates(state: RoomView, event: RoomViewEvent): RoomViewStep {
  return reduceRoomView(event.type === 'fetched' ? { ...state, buffered: [] } : state, event);
}

/** Planted faults. The model must find each of them. */
export const FAULTS: Readonly<Record<string, ModelParts>> = {
  'one far frame is applied': { ...OUR_PARTS, reduceView: applyFarFrame },
  '11008 hides a gap': { ...OUR_PARTS, maySyncSn: () => true },
  'a greeting hides a whole state': {
    ...OUR_PARTS,
    greetingOf: (log, clientSn) => {
      const greeting = greetingOf(log, clientSn);
      return greeting.kind === 'reset' ? { kind: 'heartbeat-answer' } : greeting;
    },
  },
  'a reset with a lower sn is refused': { ...OUR_PARTS, reduceView: refuseLowerReset },
  'a full status older than the buffered updates replaces them': {
    ...OUR_PARTS,
    reduceView: dropBufferedUpdates,
  },
  'listeners are called before the state is in place': {
    ...OUR_PARTS,
    commit: ({ state, effects }, assign, run) => {
      for (const effect of effects) if (effect.type === 'notify') run(effect);
      assign(state);
      for (const effect of effects) if (effect.type !== 'notify') run(effect);
    },
  },
  'listeners are called when half of a frame is in place': {
    ...OUR_PARTS,
    commit: ({ state, effects }, assign, run) => {
      for (const effect of effects) {
        const [, second] = effect.type === 'notify' ? effect.keys : [];
        assign(
          second === undefined
            ? state
            : { ...state, tables: withEntries(state.tables, [{ ...second, value: undefined }]) },
        );
        run(effect);
      }
      assign(state);
    },
  },
};
