import { describe, expect, it } from 'vitest';
import {
  judgeAttempt,
  SHIELD_ROWS,
  SLOW_AFTER_UNPROVEN,
  SLOW_WAIT_MS,
  type AttemptCounts,
  type AttemptEvidence,
  type AttemptSubject,
  type SubjectHistory,
} from './card-testing.ts';

const NONE: AttemptCounts = { attempts: 0, unproven: 0 };
const QUIET: SubjectHistory = { lastHour: NONE, lastDay: NONE, idleMs: null };

function evidence(
  subjects: Partial<Record<AttemptSubject, Partial<SubjectHistory>>>,
  more: Partial<AttemptEvidence> = {},
): AttemptEvidence {
  const of = (subject: AttemptSubject) => ({ ...QUIET, ...subjects[subject] });
  return {
    subjects: { device: of('device'), address: of('address'), site: of('site'), recipient: of('recipient') },
    isProvenDevice: false,
    isPrefixUnderAttack: false,
    ...more,
  };
}

const failures = (unproven: number, attempts = unproven): Partial<SubjectHistory> => ({
  lastHour: { attempts, unproven },
  lastDay: { attempts, unproven },
  idleMs: 60_000,
});

describe('the card-testing shield', () => {
  it('lets the first attempt of anybody through', () => {
    expect(judgeAttempt(evidence({}))).toEqual({ kind: 'allow' });
  });

  it.each(Object.entries(SHIELD_ROWS))('stops a %s at its number of unproven attempts', (name, row) => {
    const subject = name as AttemptSubject;
    const most = row.unprovenPerHourMax;
    expect(judgeAttempt(evidence({ [subject]: failures(most - 1) }))).toEqual({ kind: 'allow' });
    expect(judgeAttempt(evidence({ [subject]: failures(most) }))).toEqual({ kind: 'stop', subject });
  });

  it('judges by what there is: an address without a site is as good as any', () => {
    const { site: _none, ...subjects } = evidence({ address: failures(9) }).subjects;
    const bare = { subjects, isProvenDevice: false, isPrefixUnderAttack: false };
    expect(judgeAttempt(bare)).toEqual({ kind: 'allow' });
    expect(judgeAttempt({ ...bare, subjects: {} })).toEqual({ kind: 'allow' });
  });

  it('stops a patient one by the day', () => {
    const patient = {
      lastHour: { attempts: 2, unproven: 2 },
      lastDay: { attempts: 40, unproven: 40 },
      idleMs: 900_000,
    };
    expect(judgeAttempt(evidence({ address: patient }))).toMatchObject({ kind: 'stop' });
  });

  it('does not stop an address where most people pay', () => {
    expect(judgeAttempt(evidence({ address: failures(30, 100), recipient: failures(30, 100) }))).toEqual({
      kind: 'allow',
    });
  });

  it('stops an address where exactly as many fail as its share allows', () => {
    expect(judgeAttempt(evidence({ address: failures(40, 50) }))).toEqual({
      kind: 'stop',
      subject: 'address',
    });
    expect(judgeAttempt(evidence({ address: failures(40, 51) }))).toEqual({ kind: 'allow' });
  });

  it('gives an address more where people have paid today, up to a bound', () => {
    const unlucky = (paidToday: number, unproven: number) =>
      evidence({
        address: {
          lastHour: { attempts: unproven, unproven },
          lastDay: { attempts: paidToday + unproven, unproven },
          idleMs: 60_000,
        },
      });
    expect(judgeAttempt(unlucky(0, 10))).toMatchObject({ kind: 'stop' });
    expect(judgeAttempt(unlucky(8, 11))).toEqual({ kind: 'allow' });
    expect(judgeAttempt(unlucky(8, 12))).toMatchObject({ kind: 'stop' });
    expect(judgeAttempt(unlucky(10_000, 29))).toEqual({ kind: 'allow' });
    expect(judgeAttempt(unlucky(10_000, 30))).toMatchObject({ kind: 'stop' });
  });

  it('gives it more for the whole day too', () => {
    const overTheDay = (unproven: number) =>
      evidence({ address: { lastDay: { attempts: 8 + unproven, unproven }, idleMs: 60_000 } });
    expect(judgeAttempt(overTheDay(41))).toEqual({ kind: 'allow' });
    expect(judgeAttempt(overTheDay(42))).toMatchObject({ kind: 'stop' });
  });

  it('does not hold a payer it knows responsible for their neighbours, but for their own device', () => {
    const proven = { isProvenDevice: true };
    expect(judgeAttempt(evidence({ address: failures(500), recipient: failures(500) }, proven))).toEqual({
      kind: 'allow',
    });
    expect(judgeAttempt(evidence({ device: failures(8) }, proven))).toMatchObject({ kind: 'stop' });
  });

  it('slows a device that fails again and again faster than a person types', () => {
    const fast = { ...failures(SLOW_AFTER_UNPROVEN), idleMs: 1_000 };
    expect(judgeAttempt(evidence({ device: fast }))).toEqual({ kind: 'slow', waitMs: SLOW_WAIT_MS - 1_000 });
    expect(judgeAttempt(evidence({ device: { ...fast, idleMs: SLOW_WAIT_MS } }))).toEqual({ kind: 'allow' });
  });

  it('slows nobody who has failed less often, and lets them fail more often with its factor', () => {
    const fast = (unproven: number) => evidence({ device: { ...failures(unproven), idleMs: 1_000 } });
    expect(judgeAttempt(fast(SLOW_AFTER_UNPROVEN - 1))).toEqual({ kind: 'allow' });
    expect(judgeAttempt(fast(2 * SLOW_AFTER_UNPROVEN - 1), 2)).toEqual({ kind: 'allow' });
    expect(judgeAttempt(fast(2 * SLOW_AFTER_UNPROVEN), 2)).toMatchObject({ kind: 'slow' });
  });

  it('gives strangers half while one card prefix is under attack, and payers it knows everything', () => {
    const half = { address: failures(5) };
    expect(judgeAttempt(evidence(half, { isPrefixUnderAttack: true }))).toMatchObject({ kind: 'stop' });
    expect(judgeAttempt(evidence(half, { isPrefixUnderAttack: true, isProvenDevice: true }))).toEqual({
      kind: 'allow',
    });
  });

  it('grows with its factor', () => {
    expect(judgeAttempt(evidence({ address: failures(99) }), 10)).toEqual({ kind: 'allow' });
    expect(judgeAttempt(evidence({ address: failures(100) }), 10)).toMatchObject({ kind: 'stop' });
  });
});
