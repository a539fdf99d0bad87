import { defineConfig } from 'vitest/config';

/** The longest test takes two seconds alone; others may be at work on this computer. */
export default defineConfig({ test: { include: ['tests/*.test.ts'], testTimeout: 60_000 } });
