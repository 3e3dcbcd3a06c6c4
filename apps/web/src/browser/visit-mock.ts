import { visitParameter } from './visit-parameter.ts';

/** Passed on with an order. A server without the demo provider does not read it. */
export const visitMock = visitParameter('mock', 'mock');
