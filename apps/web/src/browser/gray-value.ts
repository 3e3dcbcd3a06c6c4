import { stored } from './storage/stored.ts';

const VALUES = 100;

/** Drawn by `grayValue`; the test screen writes it. */
export const storedGrayValue = stored<number>({
  key: 'gray_value',
  parse: (json) =>
    typeof json === 'number' && Number.isInteger(json) && json >= 0 && json < VALUES ? json : null,
  format: (value) => value,
});

/** 0 to 99, drawn once: which visitors see something new, where the server gives no value of its own. */
export function grayValue(): number {
  const known = storedGrayValue.read();
  if (known !== null) return known;
  const drawn = (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % VALUES;
  storedGrayValue.write(drawn);
  return drawn;
}
