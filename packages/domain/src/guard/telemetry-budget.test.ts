import { expect, it } from 'vitest';
import { overBudget, TELEMETRY_BYTES_PER_HOUR, type TelemetryPurse } from './telemetry-budget.ts';

const purse = (subject: TelemetryPurse['subject'], usedBytes: number, mostBytes: number): TelemetryPurse => ({
  subject,
  usedBytes,
  mostBytes,
});

it('keeps what every purse covers, to the last byte', () => {
  expect(overBudget([purse('device', 0, 10), purse('all', 90, 100)], 10)).toBeNull();
  expect(overBudget([], 10)).toBeNull();
});

it('names who cannot pay', () => {
  expect(overBudget([purse('device', 1, 10), purse('all', 0, 100)], 10)).toBe('device');
  expect(overBudget([purse('device', 0, 10), purse('all', 91, 100)], 10)).toBe('all');
});

it('a device may tell half a megabyte in an hour, its address six, the network around it 32', () => {
  expect(TELEMETRY_BYTES_PER_HOUR).toEqual({ device: 512_000, address: 6_000_000, site: 32_000_000 });
});
