import * as v from 'valibot';
import { codec, endpoint } from '../endpoint.ts';

/** Our own: what the privacy policy promises somebody about their own data. */

const nothing = codec(v.object({}), () => ({}));

/** The browser is cleared: its list of accounts, its cards, its login and its cookie end on the server too. */
export const forgetDevice = endpoint({
  name: 'forgetDevice',
  methods: ['POST'],
  changes: true,
  path: '/api/web/forget_device/',
  request: nothing,
  answer: nothing,
});

/** The stored data of the person who asks, as a file. It is one text of JSON: people read it, and no page reads parts of it. */
export const readMyData = endpoint({
  name: 'readMyData',
  methods: ['GET'],
  changes: false,
  path: '/api/web/my_data/',
  request: nothing,
  answer: codec(v.object({ file: v.string() }), (answer: { readonly file: string }) => answer),
});

/** A person asks for erasure. Support sees to it by a date, and answers under the number. */
export const requestErasure = endpoint({
  name: 'requestErasure',
  methods: ['POST'],
  changes: true,
  path: '/api/web/request_erasure/',
  refusals: ['too-many-tries'],
  request: nothing,
  answer: codec(
    v.pipe(
      v.object({ report_number: v.string() }),
      v.transform((wire) => ({ reportNumber: wire.report_number })),
    ),
    ({ reportNumber }: { readonly reportNumber: string }) => ({ report_number: reportNumber }),
  ),
});
