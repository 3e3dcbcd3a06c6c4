/** Explains why a recipient cannot be recharged: one chunk, because most recipients can. */
export { askBarred } from './ask-barred.ts';
export { LookUpProblem } from './look-up-problem.tsx';
