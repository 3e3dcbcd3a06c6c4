import { beforeEach, describe, expect, it, vi } from 'vitest';
import { runSteps, type StepsWorld } from './run-steps.ts';
import { CARDS, cardsRead, chooseCard, confirm, ENTRY, OFFER, update } from './test/steps-samples.ts';

const ONE_CARD = { ...ENTRY, offer: { ...OFFER, wallet: null } };
const done: string[] = [];
let updated: 'updated' | 'refused' | 'lost';
let isDeleted: boolean;

const world: StepsWorld = {
  pay: (use) => done.push(`pay ${use.kind}`),
  updateExpiry: (sourceId, expiry) => {
    done.push(`update ${sourceId} ${expiry}`);
    return Promise.resolve(updated);
  },
  deleteCard: (fingerprint) => {
    done.push(`delete ${fingerprint}`);
    return Promise.resolve(isDeleted);
  },
  readCards: () => done.push('read cards'),
  rememberCard: () => done.push('remember'),
  keepLast: ({ card }) => done.push(`keep ${card}`),
  choosePack: () => done.push('choose pack'),
  say: (what) => done.push(`say ${what}`),
  reload: () => done.push('reload'),
};
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  done.length = 0;
  updated = 'updated';
  isDeleted = true;
});

describe('the steps with their hands', () => {
  it('read the cards when they begin, and tell whoever watches of every change and of nothing else', () => {
    const steps = runSteps(ONE_CARD, world);
    expect(done).toEqual(['read cards']);
    const onChange = vi.fn<() => void>();
    const stop = steps.subscribe(onChange);
    steps.send({ type: 'stay-pressed' });
    expect(onChange).not.toHaveBeenCalled();
    steps.send(cardsRead(CARDS.valid13));
    expect(onChange).toHaveBeenCalledTimes(1);
    stop();
    steps.send(confirm());
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it('answer a press with the state it leads to', () => {
    const steps = runSteps(ONE_CARD, world);
    steps.send(cardsRead(CARDS.valid13, CARDS.older13));
    const next = steps.send(chooseCard(CARDS.older13));
    expect(next).toBe(steps.getState());
    expect(done).toEqual(['read cards', 'keep src_older']);
    steps.send(confirm());
    steps.send(confirm());
    expect(done.at(-1)).toBe('pay saved-card');
  });

  it.each([
    ['updated', ['read cards', 'say expiry-updated']],
    ['refused', []],
    ['lost', []],
  ] as const)('a new date that is %s', async (answer, follows) => {
    updated = answer;
    const steps = runSteps(ONE_CARD, world);
    steps.send(cardsRead(CARDS.expired13));
    steps.send(update(CARDS.expired13));
    steps.send(confirm());
    expect(steps.getState().at).toBe('updating');
    await settled();
    expect(steps.getState().at).toBe('choosing');
    expect(done).toEqual(['read cards', 'update src_expired 07/31', ...follows]);
  });

  it.each([
    [true, null, ['read cards']],
    [false, 'card-not-deleted', []],
  ] as const)('a deletion that succeeds: %s', async (answer, problem, follows) => {
    isDeleted = answer;
    const steps = runSteps(ONE_CARD, world);
    steps.send(cardsRead(CARDS.valid13));
    steps.send({ type: 'delete-pressed', sourceId: CARDS.valid13.sourceId });
    steps.send({ type: 'delete-confirmed' });
    await settled();
    expect(steps.getState()).toMatchObject({ at: 'choosing', popup: null, problem });
    expect(done).toEqual(['read cards', 'delete print-src_valid', ...follows]);
  });
});
