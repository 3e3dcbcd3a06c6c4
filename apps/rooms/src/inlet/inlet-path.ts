export const INLET_PATH = '/api/room/inlet/';
