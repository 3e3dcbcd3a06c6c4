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
  it('scripts come from us, from the fields that are scripts and from the one in the page; never any inline script', () => {
    expect(rule(THREE, 'script-src')).toBe(
      "script-src 'self' 'sha256-x' https://checkout-web-components.checkout.com https://cdn.payermax.com",
    );
  });

  it('a provider whose library we ship may answer and show frames, and run nothing', () => {
    expect(rule(THREE, 'script-src')).not.toContain('adyen');
    expect(rule(THREE, 'connect-src')).toContain('https://checkoutshopper-live.adyen.com');
    expect(rule(THREE, 'frame-src')).toContain('https://checkoutshopper-live.adyen.com');
  });

  it('only we and the providers are called', () => {
    expect(rule(THREE, 'connect-src')).not.toMatch(/https:( |$)/);
  });

  it('pictures, frames and forms come from the hosts of the settings, and from no other', () => {
    const fields =
      'https://checkout-web-components.checkout.com https://cdn.payermax.com https://checkoutshopper-live.adyen.com https://cashier-n.payermax.com';
    const policy = contentSecurityPolicy({ ...FACTS, imageOrigins: ['https://faces.example'] });
    expect(rule(policy, 'img-src')).toBe(`img-src 'self' data: ${fields} https://faces.example`);
    expect(rule(policy, 'frame-src')).toBe(`frame-src 'self' ${fields}`);
    expect(rule(policy, 'form-action')).toBe(`form-action 'self' ${fields}`);
  });
});

describe('a page where a payer may pay', () => {
  it('takes a check of any bank in a frame, by a form too, and only over https', () => {
    const policy = contentSecurityPolicy({ ...FACTS, bankOrigins: bankOriginsIn(undefined) });
    for (const name of ['frame-src', 'form-action']) {
      expect(rule(policy, name)).toMatch(/ https:( |$)/);
      expect(rule(policy, name)).not.toMatch(/ http:| \*( |$)/);
    }
    for (const name of ['img-src', 'connect-src', 'script-src'])
      expect(rule(policy, name)).not.toMatch(/ https:( |$)/);
  });

  it('takes it from named banks where they are known', () => {
    const policy = contentSecurityPolicy({
      ...FACTS,
      bankOrigins: bankOriginsIn('https://acs.bank.example'),
    });
    expect(rule(policy, 'frame-src')).toContain(" 'self' https://acs.bank.example ");
    expect(rule(policy, 'frame-src')).not.toMatch(/ https:( |$)/);
  });

  it.each(['*', 'http:', 'https: http:', 'data:'])('is not opened wider by %s', (setting) =>
    expect(() => bankOriginsIn(setting)).toThrow(/is no origin/),
  );
});

it.each(['script-src-attr', 'object-src', 'base-uri'])('%s is nothing at all', (name) =>
  expect(rule(THREE, name)).toBe(`${name} 'none'`),
);

it('what is blocked is told to us, in the way of old and of new browsers', () => {
  expect(rule(THREE, 'report-uri')).toBe('report-uri /api/sys/csp_report/');
  expect(rule(THREE, 'report-to')).toBe('report-to csp');
});

it('without configured fields nothing foreign may run or be asked', () => {
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

  it('lets in the two sign-in scripts, their frames and answers, and no bank', () => {
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

  it('stands in no frame: nobody types a password into a page inside another', () => {
    expect(rule(LOGIN, 'frame-ancestors')).toBe("frame-ancestors 'none'");
  });

  it('is the only page where they may run', () => {
    expect(THREE).not.toMatch(/facebook|google/);
  });
});

it('room sockets may be opened where rooms are shown, and their origins let in nothing else', () => {
  const policy = contentSecurityPolicy({ ...FACTS, socketOrigins: ['wss://pay.example'] });
  expect(rule(policy, 'connect-src')).toMatch(/ wss:\/\/pay\.example$/);
  expect(policy.split('; ').filter((part) => part.includes('wss:'))).toHaveLength(1);
  expect(THREE).not.toContain('wss:');
});

describe('a list of origins', () => {
  it('is read as people write it', () => {
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
  ])('refuses %s, which would open the page', (setting) =>
    expect(() => originsIn(setting)).toThrow(/is no origin/),
  );
});
