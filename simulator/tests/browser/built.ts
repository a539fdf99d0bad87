/** Builds the pages once, before all browser tests. */
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

export default async function built(): Promise<void> {
  await build({ root: fileURLToPath(new URL('../..', import.meta.url)), logLevel: 'error' });
}
