import { defineConfig } from 'vitest/config';

/** Tests of the page in a real browser; one file after the other, because each measures real time. */
export default defineConfig({
  test: { include: ['tests/browser/*.test.ts'], fileParallelism: false, testTimeout: 300_000, hookTimeout: 120_000 },
});
