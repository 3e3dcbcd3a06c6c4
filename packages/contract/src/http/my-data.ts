import * as v from 'valibot';
import { codec, endpoint } from '../endpoint.ts';

/** Calls that are not part of the specification: people's rights to their own data, as the privacy policy promises them. */

const nothing = codec(v.object({}), () => ({}));

/** Called when the browser is cleared: ends its list of recipients, its cards, its session and its cookie on the server too. */
export const forgetDevice = endpoint({
  name: 'forgetDevice',
  methods: ['POST'],
  changes: true,
  path: '/api/web/forget_device/',
  request: nothing,
  answer: nothing,
});

/** The stored data of the caller as a file of JSON text, for people to read. */
export const readMyData = endpoint({
  name: 'readMyData',
  methods: ['GET'],
  changes: false,
  path: '/api/web/my_data/',
  request: nothing,
  answer: codec(v.object({ file: v.string() }), (answer: { readonly file: string }) => answer),
});

/** A request for erasure, which support answers by a date under the report's number. */
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
