/** How the TypeScript here is checked beyond what the compiler says. */
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
  // The service worker is a script of its own, outside of the program.
  { ignores: ['dist/**', 'node_modules/**', 'src/look/sw.js'] },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: ['*.js', '*.ts'] } } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      // `() => thing.do()` is how a callback is written here.
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // The compiler takes every index for one that exists; a check of what came out is then not unnecessary.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // A hand that answers at once is a hand like any other.
      '@typescript-eslint/require-await': 'off',
      // A name says what a parameter would be, also where nobody needs it.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // Nanoseconds, addresses and counts are written into messages everywhere; their text is what is meant.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
);
