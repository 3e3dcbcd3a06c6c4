/** The services' tests run on the driver as the program mends it, also where a test file imports the driver by itself. */
import '../../apps/api/src/platform/postgres-driver.ts';
