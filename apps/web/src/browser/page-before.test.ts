import { beforeEach, expect, it } from 'vitest';
import { pageBefore, rememberPage } from './page-before.ts';

const OURS = 'https://pay.example';

beforeEach(() => sessionStorage.clear());

function leave(address: string): void {
  history.replaceState(null, '', address);
  dispatchEvent(new Event('pagehide'));
}

it('the page that was left is known with its query, though the browser tells its host alone', () => {
  rememberPage();
  leave('/fines?display_id=1');
  expect(pageBefore(`${OURS}/`, OURS)).toBe(`${OURS}/fines?display_id=1`);
});

it('the login page is no page to come back to, however often it is loaded', () => {
  rememberPage();
  leave('/recharge-list');
  leave('/login');
  expect(pageBefore(`${OURS}/`, OURS)).toBe(`${OURS}/recharge-list`);
});

it('after a foreign page, or none, nothing that was stored counts', () => {
  rememberPage();
  leave('/fines');
  expect(pageBefore('https://evil.example/', OURS)).toBe('https://evil.example/');
  expect(pageBefore(`${OURS}.evil.example/`, OURS)).toBe(`${OURS}.evil.example/`);
  expect(pageBefore('', OURS)).toBe('');
});

it('with nothing stored it is the start page', () => expect(pageBefore(`${OURS}/`, OURS)).toBe(`${OURS}/`));
