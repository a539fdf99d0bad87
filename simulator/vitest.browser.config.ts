import { defineConfig } from 'vitest/config';

/**
 * Tests of the pages in a real browser. Most of the time they wait for a device that runs in real time, so three files
 * run at once; tests wait in the device's time, because it may be slower than real time then.
 */
export default defineConfig({
  test: {
    include: ['tests/browser/*.test.ts'],
    globalSetup: 'tests/browser/built.ts',
    maxWorkers: 3,
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
});
