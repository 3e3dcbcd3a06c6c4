/** Written by build/word-ids.ts from the catalogues; do not edit. */
export type DeviceWord =
  | 'settings.clearDevice'
  | 'settings.clearDeviceBody'
  | 'settings.clearDeviceDone'
  | 'settings.myData';
