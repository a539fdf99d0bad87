import { defineConfig } from 'vitest/config';

/** The longest test takes two seconds alone; other programs may be running on this computer. */
export default defineConfig({ test: { include: ['tests/*.test.ts'], testTimeout: 60_000 } });
