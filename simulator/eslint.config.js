/** Lint rules beyond the compiler's own checks. */
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
  // The service worker is a separate script, outside of the program.
  { ignores: ['dist/**', 'node_modules/**', 'src/look/sw.js'] },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: ['*.js', '*.ts'] } } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      // Callbacks are written `() => thing.do()` here.
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // The compiler assumes that every index exists, so a check of the result may look unnecessary.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // An implementation of an async interface may have nothing to await.
      '@typescript-eslint/require-await': 'off',
      // An unused parameter keeps its name as documentation.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // Messages contain numbers: nanoseconds, addresses, counts.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
);
