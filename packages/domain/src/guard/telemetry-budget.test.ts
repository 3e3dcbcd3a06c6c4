import { expect, it } from 'vitest';
import { overBudget, TELEMETRY_BYTES_PER_HOUR, type TelemetryPurse } from './telemetry-budget.ts';

const purse = (subject: TelemetryPurse['subject'], usedBytes: number, mostBytes: number): TelemetryPurse => ({
  subject,
  usedBytes,
  mostBytes,
});

it('telemetry is accepted up to the last byte that every budget has left', () => {
  expect(overBudget([purse('device', 0, 10), purse('all', 90, 100)], 10)).toBeNull();
  expect(overBudget([], 10)).toBeNull();
});

it('telemetry over budget names the budget that is exceeded', () => {
  expect(overBudget([purse('device', 1, 10), purse('all', 0, 100)], 10)).toBe('device');
  expect(overBudget([purse('device', 0, 10), purse('all', 91, 100)], 10)).toBe('all');
});

it('the hourly telemetry budget is 0.5 MB for a device, 6 MB for an address and 32 MB for a network', () => {
  expect(TELEMETRY_BYTES_PER_HOUR).toEqual({ device: 512_000, address: 6_000_000, site: 32_000_000 });
});
