/**
 * Puts the common header and footer into a page that Vite builds, in place of the comments `header` and `footer`. The
 * pages lie in `play/` of the site; on the development server, where there is no site around them, links that leave
 * `play/` are left out.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Plugin } from 'vite';

/** The address of the repository, where the command that makes the site knows it. */
const repository = process.env['REPOSITORY'];
const links = repository ? ` · <a href="${repository}">Repository</a> · <a href="${repository}/issues">Issues</a>` : '';

const fragment = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** A fragment, adapted to a page in `play/`. */
export function framed(html: string, page: string, alone: boolean): string {
  const here = `{{root}}play/${page}`;
  const marked = html.replaceAll(`href="${here}"`, `href="${here}" aria-current="page"`);
  const kept = alone ? marked.replaceAll(/^<li><a href="\{\{root\}\}(?!play\/).*\n/gm, '') : marked;
  return alone
    ? kept.replaceAll('{{root}}play/', './').replaceAll('{{root}}index.html', './index.html')
    : kept.replaceAll('{{root}}', '../');
}

export function frame(): Plugin {
  return {
    name: 'frame',
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { filename, server }) => {
        const alone = server !== undefined;
        const put = (name: string) => framed(fragment(`${name}.html`), basename(filename), alone);
        return html
          .replace('<!-- header -->', () => put('header'))
          .replace('<!-- footer -->', () => (alone ? '' : put('footer').replace('<!-- repository -->', links)));
      },
    },
  };
}
