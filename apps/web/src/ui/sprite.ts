import spriteUrl from '../art/sprite.svg?no-inline';

/** Address of one drawing in the sprite, for `<use href>`. */
export function spriteSymbol(id: string): string {
  return `${spriteUrl}#${id}`;
}
