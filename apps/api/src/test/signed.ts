import { readSignOff, type SignOff } from '@jawhara/domain';

/** Who and why, as a test's person gives them. */
export function signed(by = 'noura', why = 'a test wants it'): SignOff {
  const signOff = readSignOff(by, why);
  if (signOff === null) throw new Error('nobody signed');
  return signOff;
}
