import { inject, afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type SimulationDatabase } from './database.ts';
import { coverageReport, expectedKinds } from './coverage.ts';
import { EXEMPT } from './exempt.ts';
import { ACTION_NAMES, drawHistory, type Action } from './history.ts';
import { playHistory } from './play.ts';
import { randomOf } from './random.ts';
import { shrink } from './shrink.ts';

let database: SimulationDatabase;
beforeAll(async () => {
  database = await openDatabase(inject('databaseAdminUrl'), `simulation_test_${process.pid}`);
});
afterAll(() => database.close());

const plain = (name: Action['name'], which = 0, how = 0): Action => ({
  name,
  which,
  how,
  turns: null,
  order: 0,
  diesAt: null,
});

describe('a simulated history', () => {
  it('one seed gives the same timeline and counts each time, whatever was simulated before', async () => {
    const actions = drawHistory(randomOf(7));
    const first = await playHistory(database, 7, actions);
    await playHistory(database, 8, drawHistory(randomOf(8)));
    const second = await playHistory(database, 7, actions);
    expect(second).toEqual(first);
    expect(first.timeline.length).toBeGreaterThan(5);
  });

  it('different seeds simulate different histories', () => {
    expect(drawHistory(randomOf(1))).not.toEqual(drawHistory(randomOf(2)));
  });

  it('a simulated order that is paid ends as delivered, and the timeline shows the payment', async () => {
    const { violation, timeline, reached } = await playHistory(database, 1, [plain('pay')]);
    expect(violation).toBeNull();
    expect(timeline[0]).toMatch(/a payer orders gems .*: order 1 is answered paid/);
    expect(reached['state: delivered']).toBe(1);
  });

  it.each([
    ['once', 0],
    ['in two tabs', 1],
  ])('[ORD-20] a repeat purchase without confirmation is refused, %s', async (_where, how) => {
    const { violation, timeline } = await playHistory(database, 1, [
      plain('pay'),
      plain('order the same again', 0, how),
    ]);
    expect(violation).toBeNull();
    const refused = timeline.filter((line) => line.includes('refused, repeat-purchase'));
    expect(refused).toHaveLength(how + 1);
  });

  it('[ORD-20] of two wallet sheets for the same purchase only one is paid', async () => {
    const sheets = [plain('open a wallet sheet'), plain('order the same again', 0, 2)];
    const tokens = [plain('agree in the wallet sheet', 1), plain('agree in the wallet sheet', 2)];
    const { violation, timeline } = await playHistory(database, 1, [...sheets, ...tokens]);
    expect(violation).toBeNull();
    expect(timeline.filter((line) => line.includes('refused, repeat-purchase'))).toHaveLength(1);
  });

  it('a simulated handler whose process died is run again, and the payer is charged once', async () => {
    for (let turn = 0; turn < 14; turn += 1) {
      const { violation, reached } = await playHistory(database, turn, [{ ...plain('pay'), diesAt: turn }]);
      expect(violation).toBeNull();
      expect(reached['webhook: paid'] ?? 0).toBeLessThanOrEqual(1);
    }
  });
});

describe('a webhook that never arrives', () => {
  const ANSWER_LOST = 11;
  const [WITH_BOOKS, WITHOUT_BOOKS] = [0, 1];
  const lost = (timeline: readonly string[]): number =>
    timeline.filter((line) => line.includes('lost for ever')).length;

  it('after a lost webhook the payment is found by querying the provider, even beside a decline of another payment', async () => {
    const { violation, timeline, reached } = await playHistory(database, 1, [
      plain('pay', WITH_BOOKS, ANSWER_LOST),
      plain('a decline of an unknown payment'),
      plain('a webhook is lost for ever'),
      plain('a webhook arrives'),
    ]);
    expect([violation, lost(timeline), reached['state: delivered']]).toEqual([null, 1, 1]);
    expect(reached['webhook: refused']).toBe(1);
  });

  it('the simulation loses no webhook of a provider that cannot be queried while the attempt has no answer', async () => {
    const unanswered = await playHistory(database, 1, [
      plain('pay', WITHOUT_BOOKS, ANSWER_LOST),
      plain('a webhook is lost for ever'),
      plain('a decline of an unknown payment'),
    ]);
    expect(lost(unanswered.timeline)).toBe(0);
    expect(unanswered.reached['webhook: refused']).toBeUndefined();
    const answered = await playHistory(database, 1, [
      plain('pay', WITHOUT_BOOKS),
      plain('a webhook is lost for ever'),
      plain('a decline of an unknown payment'),
    ]);
    expect([answered.violation, lost(answered.timeline)]).toEqual([null, 1]);
    expect(answered.reached['webhook: refused']).toBe(1);
  });
});

describe('the coverage of the simulation', () => {
  it('the coverage check fails for an expected kind that the simulation neither reached nor lists as exempt', () => {
    const all = Object.fromEntries(expectedKinds().map((kind) => [kind, 1]));
    expect(coverageReport(all).missing).toEqual([]);
    const { 'state: paid': _gone, ...others } = all;
    expect(coverageReport(others).missing).toEqual(['state: paid']);
  });

  it('the coverage check exempts only kinds that the simulation expects', () => {
    expect(Object.keys(EXEMPT).filter((kind) => !expectedKinds().includes(kind))).toEqual([]);
  });

  it('the coverage check lists more than forty actions of the simulation', () => {
    expect(ACTION_NAMES.length).toBeGreaterThan(40);
  });
});

describe('shrinking a history', () => {
  it('shrinking a failing history removes the actions it does not need and simplifies the others', async () => {
    const actions = [
      'pay',
      'time passes',
      'a dispute',
      'a second charge',
      'operator refunds',
      'time passes',
    ] as const;
    const drawn = actions.map((name) => ({ ...plain(name), turns: 3, order: 9, diesAt: 2 }));
    const needs = async (fewer: readonly Action[]): Promise<boolean> => {
      const dispute = fewer.findIndex(({ name }) => name === 'a dispute');
      return (
        dispute >= 0 &&
        fewer.slice(dispute).some(({ name, diesAt }) => name === 'operator refunds' && diesAt === 2)
      );
    };
    expect(await shrink(drawn, needs)).toEqual([
      plain('a dispute'),
      { ...plain('operator refunds'), diesAt: 2 },
    ]);
  });
});
