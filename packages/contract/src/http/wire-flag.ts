import * as v from 'valibot';

/** As a JSON value, or as a query or a form writes it. */
export const wireFlag = v.pipe(
  v.union([v.boolean(), v.picklist([0, 1, '0', '1', 'true', 'false'])]),
  v.transform((flag) => flag === true || flag === 1 || flag === '1' || flag === 'true'),
);
