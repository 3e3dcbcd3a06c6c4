import { stored } from './stored.ts';

/** Somebody wants no records of how they use the site. It outlives the clearing of the device: that must not begin them again. */
export const storedUsageObjection = stored<true>({
  key: 'no_usage',
  parse: (json) => (json === true ? true : null),
  format: (objects) => objects,
});
