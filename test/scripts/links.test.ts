import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../scripts/setup/paths.ts';

const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: projectRoot });

it('links between pages lead to existing files', () => {
  const broken = pages.flatMap((page) => {
    const links = [...readFileSync(join(projectRoot, page), 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(([, to]) => to!);
    return links
      .filter((to) => !/^(https?:|mailto:|#)/.test(to))
      .filter((to) => !existsSync(join(projectRoot, dirname(page), to.replace(/#.*/, ''))))
      .map((to) => `${page}: ${to}`);
  });
  expect(broken).toEqual([]);
});
