import type { CardExpiry, CardFingerprint, CardSourceId, GemPack } from '@jawhara/domain';
import { beginSteps, paySteps, type StepsEntry } from './pay-steps.ts';
import type { LastUsed, PayUse, StepsEffect, StepsEvent, StepsNext, StepsState } from './steps-state.ts';

/** Everything the machine's effects need of the world. */
export interface StepsWorld {
  /** Hands over to the purchase, which answers with an event of its own. */
  readonly pay: (use: PayUse) => void;
  readonly updateExpiry: (
    sourceId: CardSourceId,
    expiry: CardExpiry,
  ) => Promise<'updated' | 'refused' | 'lost'>;
  /** False: it is still there, as far as anybody knows. */
  readonly deleteCard: (fingerprint: CardFingerprint) => Promise<boolean>;
  readonly readCards: () => void;
  readonly rememberCard: (sourceId: CardSourceId, isRemembered: boolean) => void;
  readonly keepLast: (last: LastUsed) => void;
  readonly choosePack: (pack: GemPack) => void;
  readonly say: (what: Extract<StepsEffect, { do: 'say' }>['what']) => void;
  readonly reload: () => void;
}

export interface RunningSteps {
  readonly getState: () => StepsState;
  /** The state that follows, so that whoever pressed can go where it leads. */
  readonly send: (event: StepsEvent) => StepsState;
  readonly subscribe: (onChange: () => void) => () => void;
}

type Emit = (event: StepsEvent) => void;
type Effect<Name extends StepsEffect['do']> = Extract<StepsEffect, { do: Name }>;

async function updateExpiry(
  { sourceId, expiry }: Effect<'update-expiry'>,
  world: StepsWorld,
  emit: Emit,
): Promise<void> {
  const answer = await world.updateExpiry(sourceId, expiry);
  emit(
    answer === 'updated'
      ? { type: 'expiry-updated' }
      : { type: 'update-failed', isRefused: answer === 'refused' },
  );
}

async function deleteCard(
  { fingerprint }: Effect<'delete-card'>,
  world: StepsWorld,
  emit: Emit,
): Promise<void> {
  const isDeleted = await world.deleteCard(fingerprint);
  emit({ type: isDeleted ? 'card-deleted' : 'delete-failed', fingerprint });
}

async function runEffect(effect: StepsEffect, world: StepsWorld, emit: Emit): Promise<void> {
  switch (effect.do) {
    case 'pay':
      return world.pay(effect.use);
    case 'update-expiry':
      return updateExpiry(effect, world, emit);
    case 'delete-card':
      return deleteCard(effect, world, emit);
    case 'read-cards':
      return world.readCards();
    case 'remember-card':
      return world.rememberCard(effect.sourceId, effect.isRemembered);
    case 'keep-last':
      return world.keepLast(effect.last);
    case 'choose-pack':
      return world.choosePack(effect.pack);
    case 'say':
      return world.say(effect.what);
    case 'reload':
      return world.reload();
  }
}

/** The machine with its hands: feeds events in, starts the effects in their order, and tells whoever watches. */
export function runSteps(entry: StepsEntry, world: StepsWorld): RunningSteps {
  const listeners = new Set<() => void>();
  const [first, ...firstEffects] = beginSteps(entry);
  let state: StepsState = first;

  const take = ([next, ...effects]: StepsNext): void => {
    const isSame = next === state;
    state = next;
    for (const effect of effects) void runEffect(effect, world, emit);
    if (!isSame) for (const listener of listeners) listener();
  };
  const emit: Emit = (event) => take(paySteps(state, event));

  take([first, ...firstEffects]);
  return {
    getState: () => state,
    send(event) {
      emit(event);
      return state;
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
