import { beforeEach, expect, it } from 'vitest';
import { pageBefore, rememberPage } from './page-before.ts';

const OURS = 'https://pay.example';

beforeEach(() => sessionStorage.clear());

function leave(address: string): void {
  history.replaceState(null, '', address);
  dispatchEvent(new Event('pagehide'));
}

it('after a page of this site the previous page has path and query, though the referrer has only the host', () => {
  rememberPage();
  leave('/fines?display_id=1');
  expect(pageBefore(`${OURS}/`, OURS)).toBe(`${OURS}/fines?display_id=1`);
});

it('after the login page the previous page is the page from which the login was opened', () => {
  rememberPage();
  leave('/recharge-list');
  leave('/login');
  expect(pageBefore(`${OURS}/`, OURS)).toBe(`${OURS}/recharge-list`);
});

it('after a page of another site or with an empty referrer the stored previous page is ignored', () => {
  rememberPage();
  leave('/fines');
  expect(pageBefore('https://evil.example/', OURS)).toBe('https://evil.example/');
  expect(pageBefore(`${OURS}.evil.example/`, OURS)).toBe(`${OURS}.evil.example/`);
  expect(pageBefore('', OURS)).toBe('');
});

it('without a stored previous page the referrer is used as the previous page', () =>
  expect(pageBefore(`${OURS}/`, OURS)).toBe(`${OURS}/`));
