import { expect, it } from 'vitest';
import { BRIDGE_ERRORS, BridgeFault, type BridgeError } from '../../host-app/bridge-error.ts';
import { word } from '../../words/word.ts';
import { resultOfFailure } from '../../api/call-answer.ts';
import { failureSentence } from './remember-card.tsx';

const THROUGH_THE_APP = word('net.bridge');
const NO_NETWORK = word('net.error');
const NOT_SAFE = word('err.security');

it('[BRG-04] every error of the app’s bridge is shown with its sentence and has the result -4', () => {
  const said = Object.keys(BRIDGE_ERRORS).map((error) => {
    const { failure } = new BridgeFault(error as BridgeError, '');
    expect(resultOfFailure(failure)).toBe(-4);
    return [BRIDGE_ERRORS[error as BridgeError].number, failureSentence(failure)];
  });
  expect(Object.fromEntries(said)).toEqual({
    0: THROUGH_THE_APP,
    1: THROUGH_THE_APP,
    2: NO_NETWORK,
    3: THROUGH_THE_APP,
    4: NO_NETWORK,
    5: NOT_SAFE,
    6: NOT_SAFE,
    7: THROUGH_THE_APP,
    8: NOT_SAFE,
    9: NO_NETWORK,
    10: NO_NETWORK,
    '-1': THROUGH_THE_APP,
  });
});
