import { describe, expect, it, vi } from 'vitest';
import { sendToShare, type Go } from './send-to-share.ts';

function sentFrom(address: string): string | null {
  const { pathname, search, hash } = new URL(address, 'https://jawhara.example');
  const go = vi.fn<Go>();
  sendToShare({ pathname, search, hash }, go);
  return go.mock.calls[0]?.[0] ?? null;
}

describe('[APP-06] a link with info', () => {
  it.each([
    ['/?info=5048213', '/share.html?info=5048213'],
    ['/pay?from=x&info=5048213#a', '/share.html?from=x&info=5048213#a'],
    ['/pay/?info=1', '/share.html?info=1'],
    ['/are/site/pay?info=', '/are/site/share.html?info='],
    ['/pay#?info=1', '/share.html#?info=1'],
    ['/pay?info', '/share.html?info'],
    ['/pay?info#a', '/share.html?info#a'],
  ])('the link %s opens the share page and keeps its folder and query', (address, share) => {
    expect(sentFrom(address)).toBe(share);
  });

  it.each([
    '/share.html?info=1',
    '/are/share.html?info=1',
    '/pay',
    '/pay?infos=1',
    '/?q=info',
    '/pay#info=1',
  ])('the link %s does not open the share page', (address) => expect(sentFrom(address)).toBeNull());

  it('the redirect of a link with “info” and two slashes in its path stays on the same host', () => {
    expect(sentFrom('https://jawhara.example//evil.example/pay?info=1')).toBe(
      '/evil.example/share.html?info=1',
    );
  });
});
