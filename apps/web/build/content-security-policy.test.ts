import { expect, it } from 'vitest';
import { contentSecurityPolicy } from './content-security-policy.ts';

const rule = (policy: string, name: string) => policy.split('; ').find((part) => part.startsWith(`${name} `));

it('scripts come from us, from the card fields and from the one script in the page; never any inline script', () => {
  const policy = contentSecurityPolicy({
    inlineScripts: ["'sha256-x'"],
    fieldsOrigin: 'https://fields.example',
  });
  expect(rule(policy, 'script-src')).toBe("script-src 'self' 'sha256-x' https://fields.example");
});

it('without configured fields nothing foreign may run', () => {
  expect(rule(contentSecurityPolicy({ inlineScripts: [], fieldsOrigin: null }), 'script-src')).toBe(
    "script-src 'self'",
  );
});
