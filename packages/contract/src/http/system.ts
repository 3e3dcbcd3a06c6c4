import * as v from 'valibot';
import { codec } from '../codec.ts';
import { endpoint } from '../endpoint.ts';

export const readServerTime = endpoint({
  name: 'readServerTime',
  methods: ['GET'],
  path: '/api/sys/ts/',
  request: codec(v.object({}), () => ({})),
  answer: codec(v.object({ ts: v.number() }), (time: { ts: number }) => time),
});
