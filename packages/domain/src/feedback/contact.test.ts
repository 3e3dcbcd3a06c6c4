import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readContact } from './contact.ts';

const read = (typed: string) => {
  const reading = readContact(typed);
  return reading.kind === 'read' ? reading.contact : reading.kind;
};

it.each([
  [' noura@example.com ', 'noura@example.com'],
  ['a.b+c@mail.example.co', 'a.b+c@mail.example.co'],
  ['نورة@مثال.السعودية', 'نورة@مثال.السعودية'],
  ['+966 55 123 4567', '+966551234567'],
  ['00966551234567', '+966551234567'],
  ['055 100 4567', '0551004567'],
  ['٠٥٥١٢٣٤٥٦٧', '0551234567'],
  ['\u202a+966-55-(123)-4567\u202c', '+966551234567'],
])('[FBK-01 in part] a visitor’s contact is read as it is typed and pasted: %j', (typed, contact) => {
  expect(read(typed)).toBe(contact);
});

it.each(['', '   ', '\u200f'])('[FBK-01 in part] leaving it out is allowed: %j', (typed) => {
  expect(read(typed)).toBe('none');
});

it('[FBK-01 in part] an address may have 254 characters', () => {
  const address = (characters: number) => '@example.com'.padStart(characters, 'a');
  expect(read(address(254))).toBe(address(254));
  expect(read(address(255))).toBe('contact-unreadable');
});

it.each([
  'noura',
  'noura@',
  'noura@example',
  '@example.com',
  'a b@example.com',
  'a@b@example.com',
  'a@example..com',
  'a@example.com, b@example.com',
  '123456',
  '+1234567890123456',
  '12+34567890',
])('[FBK-01 in part] %j reaches nobody', (typed) => {
  expect(read(typed)).toBe('contact-unreadable');
});

it('what is read reads the same again, and is one line', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'a@.+0123456٧ -(\n\u202a'), maxLength: 24 }),
      (typed) => {
        const reading = readContact(typed);
        if (reading.kind !== 'read') return;
        expect(readContact(reading.contact)).toEqual(reading);
        expect(reading.contact).not.toMatch(/\s/);
      },
    ),
  );
});
