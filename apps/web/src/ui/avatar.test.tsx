import { expect, it } from 'vitest';
import { render } from './test/library.ts';
import { Avatar } from './avatar.tsx';

const pictureOf = (iconUrl: string) =>
  render(<Avatar nickname="نورة" iconUrl={iconUrl} />)
    .container.querySelector('img')
    ?.getAttribute('src') ?? null;

it.each(['https://faces.example/1.png', 'http://127.0.0.1:4100/face.png', '/face.png'])(
  'the avatar shows the picture at the safe address %s',
  (address) => {
    expect(pictureOf(address)).toBe(address);
  },
);

it.each([
  'javascript:alert(1)',
  'data:image/svg+xml,<svg/>',
  '//evil.example/1.png',
  'blob:x',
  ' javascript:x',
  '',
])('the avatar at the unsafe or empty address %j shows the letter of the name instead', (address) => {
  expect(pictureOf(address)).toBeNull();
});
