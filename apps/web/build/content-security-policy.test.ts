import { describe, expect, it } from 'vitest';
import { bankOriginsIn, contentSecurityPolicy, loginPolicy, originsIn } from './content-security-policy.ts';

const rule = (policy: string, name: string) => policy.split('; ').find((part) => part.startsWith(`${name} `));

const FACTS = {
  inlineScripts: ["'sha256-x'"],
  scriptOrigins: ['https://checkout-web-components.checkout.com', 'https://cdn.payermax.com'],
  fieldsOrigins: ['https://checkoutshopper-live.adyen.com', 'https://cashier-n.payermax.com'],
};
const THREE = contentSecurityPolicy(FACTS);

describe('with three providers', () => {
  it('the security policy allows scripts only from the site, the script providers and one known inline script', () => {
    expect(rule(THREE, 'script-src')).toBe(
      "script-src 'self' 'sha256-x' https://checkout-web-components.checkout.com https://cdn.payermax.com",
    );
  });

  it('the security policy allows Adyen’s host for calls and frames, and not for scripts, which are bundled', () => {
    expect(rule(THREE, 'script-src')).not.toContain('adyen');
    expect(rule(THREE, 'connect-src')).toContain('https://checkoutshopper-live.adyen.com');
    expect(rule(THREE, 'frame-src')).toContain('https://checkoutshopper-live.adyen.com');
  });

  it('the security policy allows calls only to the site and the configured providers', () => {
    expect(rule(THREE, 'connect-src')).not.toMatch(/https:( |$)/);
  });

  it('the security policy allows pictures, frames and forms only from the configured hosts', () => {
    const fields =
      'https://checkout-web-components.checkout.com https://cdn.payermax.com https://checkoutshopper-live.adyen.com https://cashier-n.payermax.com';
    const policy = contentSecurityPolicy({ ...FACTS, imageOrigins: ['https://faces.example'] });
    expect(rule(policy, 'img-src')).toBe(`img-src 'self' data: ${fields} https://faces.example`);
    expect(rule(policy, 'frame-src')).toBe(`frame-src 'self' ${fields}`);
    expect(rule(policy, 'form-action')).toBe(`form-action 'self' ${fields}`);
  });
});

describe('a page where a payer may pay', () => {
  it('the pay page’s security policy allows https frames and forms of any bank for the bank’s check', () => {
    const policy = contentSecurityPolicy({ ...FACTS, bankOrigins: bankOriginsIn(undefined) });
    for (const name of ['frame-src', 'form-action']) {
      expect(rule(policy, name)).toMatch(/ https:( |$)/);
      expect(rule(policy, name)).not.toMatch(/ http:| \*( |$)/);
    }
    for (const name of ['img-src', 'connect-src', 'script-src'])
      expect(rule(policy, name)).not.toMatch(/ https:( |$)/);
  });

  it('the pay page’s security policy allows only the named banks when banks are configured', () => {
    const policy = contentSecurityPolicy({
      ...FACTS,
      bankOrigins: bankOriginsIn('https://acs.bank.example'),
    });
    expect(rule(policy, 'frame-src')).toContain(" 'self' https://acs.bank.example ");
    expect(rule(policy, 'frame-src')).not.toMatch(/ https:( |$)/);
  });

  it.each(['*', 'http:', 'https: http:', 'data:'])('the bank origins setting %s is refused', (setting) =>
    expect(() => bankOriginsIn(setting)).toThrow(/is no origin/),
  );
});

it.each(['script-src-attr', 'object-src', 'base-uri'])('the security policy sets %s to none', (name) =>
  expect(rule(THREE, name)).toBe(`${name} 'none'`),
);

it('the security policy sends reports of blocked content to our server by report-uri and report-to', () => {
  expect(rule(THREE, 'report-uri')).toBe('report-uri /api/sys/csp_report/');
  expect(rule(THREE, 'report-to')).toBe('report-to csp');
});

it('without configured card fields the security policy allows only the site’s own scripts and calls', () => {
  const policy = contentSecurityPolicy({ inlineScripts: [], scriptOrigins: [], fieldsOrigins: [] });
  expect(rule(policy, 'script-src')).toBe("script-src 'self'");
  expect(rule(policy, 'connect-src')).toBe("connect-src 'self'");
});

describe('[NET-11] the login page', () => {
  const LOGIN = loginPolicy({
    inlineScripts: ["'sha256-x'"],
    scriptOrigins: ['https://connect.facebook.net', 'https://accounts.google.com'],
    signInOrigins: ['https://www.facebook.com', 'https://accounts.google.com'],
  });

  it('the login page’s security policy allows the two sign-in scripts and their frames, and no bank', () => {
    expect(rule(LOGIN, 'script-src')).toBe(
      "script-src 'self' 'sha256-x' https://connect.facebook.net https://accounts.google.com",
    );
    expect(rule(LOGIN, 'frame-src')).toBe(
      "frame-src 'self' https://connect.facebook.net https://accounts.google.com https://www.facebook.com",
    );
    expect(rule(LOGIN, 'connect-src')).not.toMatch(/https:( |$)/);
    expect(rule(LOGIN, 'img-src')).not.toMatch(/https:( |$)/);
    expect(rule(LOGIN, 'form-action')).toBe("form-action 'self'");
  });

  it('the login page may not be shown inside a frame of another page', () => {
    expect(rule(LOGIN, 'frame-ancestors')).toBe("frame-ancestors 'none'");
  });

  it('the pay page’s security policy allows no sign-in script', () => {
    expect(THREE).not.toMatch(/facebook|google/);
  });
});

it('the security policy allows the configured room sockets for connections only', () => {
  const policy = contentSecurityPolicy({ ...FACTS, socketOrigins: ['wss://pay.example'] });
  expect(rule(policy, 'connect-src')).toMatch(/ wss:\/\/pay\.example$/);
  expect(policy.split('; ').filter((part) => part.includes('wss:'))).toHaveLength(1);
  expect(THREE).not.toContain('wss:');
});

describe('a list of origins', () => {
  it('a setting with several origins is read with commas, spaces or line breaks between them', () => {
    expect(originsIn(' https://a.example,https://b.example:8443\n http://127.0.0.1:4102 ')).toEqual([
      'https://a.example',
      'https://b.example:8443',
      'http://127.0.0.1:4102',
    ]);
    expect(originsIn('https://*.adyen.com')).toEqual(['https://*.adyen.com']);
    expect(originsIn(undefined)).toEqual([]);
  });

  it.each([
    '*',
    'https:',
    "'unsafe-inline'",
    'https://a.example/path',
    'https://*',
    'a.example; script-src *',
  ])('the origin setting %s is refused as no origin', (setting) =>
    expect(() => originsIn(setting)).toThrow(/is no origin/),
  );
});
