import { expect, it } from 'vitest';
import { FUNNEL_DEVICES, FUNNEL_PROVIDERS, funnelDevice, funnelProvider } from './funnel.ts';

it('funnel analytics has a different name for every provider, and an empty name for a pay type without a provider', () => {
  expect(new Set(FUNNEL_PROVIDERS).size).toBe(FUNNEL_PROVIDERS.length);
  expect(FUNNEL_PROVIDERS).toContain('checkout-com');
  expect(funnelProvider(23)).toBe('checkout-com');
  expect(funnelProvider(28)).toBe('stripe');
  expect(funnelProvider(2528)).toBe('');
  expect(funnelProvider(null)).toBe('');
});

it.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15', 'ios'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36', 'android'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141', 'pc'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'pc'],
  ['something of its own', 'other'],
])('the user agent %s is counted as %s', (userAgent, device) => {
  expect(funnelDevice(userAgent)).toBe(device);
  expect(FUNNEL_DEVICES).toContain(device);
});
