import { afterEach, expect, it, vi } from 'vitest';
import { thumbnailOf } from './feedback-calls.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The size of the picture that is drawn; no canvas of a test can draw. */
function drawnSizes(): number[][] {
  const sizes: number[][] = [];
  vi.stubGlobal('createImageBitmap', () =>
    Promise.resolve({ width: 4_000, height: 3_000, close: () => undefined }),
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockImplementation(function (this: HTMLCanvasElement) {
    sizes.push([this.width, this.height]);
    return 'data:image/jpeg;base64,x';
  });
  return sizes;
}

it('[FMT-03] a thumbnail is 240 pixels wide unless the caller sets another width', async () => {
  const sizes = drawnSizes();
  expect(await thumbnailOf(new Blob())).toContain('data:image/jpeg');
  await thumbnailOf(new Blob(), 100);
  expect(sizes).toEqual([
    [240, 240],
    [100, 100],
  ]);
});

it('a file that the browser cannot draw has no thumbnail', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no picture')));
  expect(await thumbnailOf(new Blob())).toBeNull();
});
