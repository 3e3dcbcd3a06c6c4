/** Loaded by a press: few visitors press a face. */
export { pressPerson } from './press-person.ts';
export { PersonSheet } from './person-sheet.tsx';
