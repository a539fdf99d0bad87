import { defineConfig } from 'vitest/config';

/**
 * Tests of the page in a real browser; one file after the other, because each measures real time. A failed test is tried
 * once more: on a busy computer a hand in real time may miss its moment.
 */
export default defineConfig({
  test: {
    include: ['tests/browser/*.test.ts'],
    fileParallelism: false,
    retry: 1,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
