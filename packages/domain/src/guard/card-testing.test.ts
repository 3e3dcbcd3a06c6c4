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
  it('the card-testing shield allows a first payment attempt', () => {
    expect(judgeAttempt(evidence({}))).toEqual({ kind: 'allow' });
  });

  it.each(Object.entries(SHIELD_ROWS))(
    'the card-testing shield stops a %s at its hourly limit of declined or open attempts',
    (name, row) => {
      const subject = name as AttemptSubject;
      const most = row.unprovenPerHourMax;
      expect(judgeAttempt(evidence({ [subject]: failures(most - 1) }))).toEqual({ kind: 'allow' });
      expect(judgeAttempt(evidence({ [subject]: failures(most) }))).toEqual({ kind: 'stop', subject });
    },
  );

  it('the card-testing shield judges an attempt without network data by the data it has', () => {
    const { site: _none, ...subjects } = evidence({ address: failures(9) }).subjects;
    const bare = { subjects, isProvenDevice: false, isPrefixUnderAttack: false };
    expect(judgeAttempt(bare)).toEqual({ kind: 'allow' });
    expect(judgeAttempt({ ...bare, subjects: {} })).toEqual({ kind: 'allow' });
  });

  it('the card-testing shield stops slow card testing by its daily limit', () => {
    const patient = {
      lastHour: { attempts: 2, unproven: 2 },
      lastDay: { attempts: 40, unproven: 40 },
      idleMs: 900_000,
    };
    expect(judgeAttempt(evidence({ address: patient }))).toMatchObject({ kind: 'stop' });
  });

  it('the card-testing shield allows attempts from an address where most attempts are paid', () => {
    expect(judgeAttempt(evidence({ address: failures(30, 100), recipient: failures(30, 100) }))).toEqual({
      kind: 'allow',
    });
  });

  it('the card-testing shield stops an address once its share of failed attempts reaches the limit', () => {
    expect(judgeAttempt(evidence({ address: failures(40, 50) }))).toEqual({
      kind: 'stop',
      subject: 'address',
    });
    expect(judgeAttempt(evidence({ address: failures(40, 51) }))).toEqual({ kind: 'allow' });
  });

  it('the card-testing shield allows an address more failures if many payers paid there today, up to a limit', () => {
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

  it('an address where many payers paid today is also allowed more failures over the whole day', () => {
    const overTheDay = (unproven: number) =>
      evidence({ address: { lastDay: { attempts: 8 + unproven, unproven }, idleMs: 60_000 } });
    expect(judgeAttempt(overTheDay(41))).toEqual({ kind: 'allow' });
    expect(judgeAttempt(overTheDay(42))).toMatchObject({ kind: 'stop' });
  });

  it('a known payer is stopped for failures of the payer’s own device, not for failures of others at the address', () => {
    const proven = { isProvenDevice: true };
    expect(judgeAttempt(evidence({ address: failures(500), recipient: failures(500) }, proven))).toEqual({
      kind: 'allow',
    });
    expect(judgeAttempt(evidence({ device: failures(8) }, proven))).toMatchObject({ kind: 'stop' });
  });

  it('a device with repeated failures must wait before its next quick attempt', () => {
    const fast = { ...failures(SLOW_AFTER_UNPROVEN), idleMs: 1_000 };
    expect(judgeAttempt(evidence({ device: fast }))).toEqual({ kind: 'slow', waitMs: SLOW_WAIT_MS - 1_000 });
    expect(judgeAttempt(evidence({ device: { ...fast, idleMs: SLOW_WAIT_MS } }))).toEqual({ kind: 'allow' });
  });

  it('a device with few failures is not slowed, and a higher limit factor allows more failures before slowing', () => {
    const fast = (unproven: number) => evidence({ device: { ...failures(unproven), idleMs: 1_000 } });
    expect(judgeAttempt(fast(SLOW_AFTER_UNPROVEN - 1))).toEqual({ kind: 'allow' });
    expect(judgeAttempt(fast(2 * SLOW_AFTER_UNPROVEN - 1), 2)).toEqual({ kind: 'allow' });
    expect(judgeAttempt(fast(2 * SLOW_AFTER_UNPROVEN), 2)).toMatchObject({ kind: 'slow' });
  });

  it('while a card prefix is under attack, an address has half the limit, and a known payer there the full limit', () => {
    const half = { address: failures(5) };
    expect(judgeAttempt(evidence(half, { isPrefixUnderAttack: true }))).toMatchObject({ kind: 'stop' });
    expect(judgeAttempt(evidence(half, { isPrefixUnderAttack: true, isProvenDevice: true }))).toEqual({
      kind: 'allow',
    });
  });

  it('a higher limit factor raises the limit of failures that the card-testing shield allows', () => {
    expect(judgeAttempt(evidence({ address: failures(99) }), 10)).toEqual({ kind: 'allow' });
    expect(judgeAttempt(evidence({ address: failures(100) }), 10)).toMatchObject({ kind: 'stop' });
  });
});
