import { beforeEach, expect, it } from 'vitest';
import { pageBefore, rememberPage } from './page-before.ts';

const OURS = 'https://pay.example';

beforeEach(() => sessionStorage.clear());

function leave(address: string): void {
  history.replaceState(null, '', address);
  dispatchEvent(new Event('pagehide'));
}

it('the previous page is known with its path and query, although the browser’s referrer names only the host', () => {
  rememberPage();
  leave('/fines?display_id=1');
  expect(pageBefore(`${OURS}/`, OURS)).toBe(`${OURS}/fines?display_id=1`);
});

it('the login page is never the page to return to, however often it is loaded', () => {
  rememberPage();
  leave('/recharge-list');
  leave('/login');
  expect(pageBefore(`${OURS}/`, OURS)).toBe(`${OURS}/recharge-list`);
});

it('the stored previous page is ignored when the referrer is a foreign site or empty', () => {
  rememberPage();
  leave('/fines');
  expect(pageBefore('https://evil.example/', OURS)).toBe('https://evil.example/');
  expect(pageBefore(`${OURS}.evil.example/`, OURS)).toBe(`${OURS}.evil.example/`);
  expect(pageBefore('', OURS)).toBe('');
});

it('without a stored previous page the referrer is the page to return to', () =>
  expect(pageBefore(`${OURS}/`, OURS)).toBe(`${OURS}/`));
