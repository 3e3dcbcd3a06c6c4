import { describe, expect, it } from 'vitest';
import { APP_ADDRESS } from './site-addresses.ts';

describe('an address that opens the app', () => {
  it.each(['https://app.example/invite', 'jawhara-app://invite', 'intent://invite#Intent;end'])(
    '%s is accepted as an address that opens the app',
    (address) => expect(APP_ADDRESS.test(address)).toBe(true),
  );
  it.each([
    'http://app.example/invite',
    'javascript://x%0Aalert(1)',
    'JavaScript:alert(1)',
    'data://text/html,x',
    'file:///etc/passwd',
    '//app.example',
    'jawhara-app:// invite',
    '',
  ])('%s is refused as an address that opens the app', (address) =>
    expect(APP_ADDRESS.test(address)).toBe(false),
  );
});
