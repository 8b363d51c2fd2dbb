/**
 * Adds the first paint to index.html: the frame of the window, which is visible before any script runs, in each
 * language.
 */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { languages } from '../contract/messages/language.ts';
import { systemFont } from '../renderer/theme/systemFont.ts';

const screens = ['queue', 'review', 'folders', 'recipes', 'services', 'settings'] as const;

const source = (path: string) => readFileSync(new URL(`../renderer/${path}`, import.meta.url), 'utf8');

const withoutComments = (css: string) => css.replace(/\/\*.*?\*\//gs, '').replace(/\s+/g, ' ');

/** Imports a file whose types are those of a web page. */
const importUntyped = (path: string) => import(path.startsWith('.') ? new URL(path, import.meta.url).href : path);

type Colors = Readonly<Record<'light' | 'dark', Readonly<Record<string, string>>>>;

const colorsOf = ({ light, dark }: Colors) =>
  Object.entries(light)
    .map(([name, color]) => `--b-${name}: light-dark(${color}, ${dark[name]});`)
    .join(' ');

/** Returns the styles of the app itself, so that nothing moves when it replaces the frame. */
async function styles(): Promise<string> {
  const { schemes, strongSchemes } = await importUntyped('../renderer/theme/colors.ts');
  return withoutComments(`
    :root { ${colorsOf(schemes)} }
    @media (prefers-contrast: more) { :root { ${colorsOf(strongSchemes)} } }
    ${source('theme/global.css')}
    #first-paint {
      position: fixed;
      inset: 0;
      z-index: -1;
      color: var(--b-text);
      font-family: ${systemFont};
      * { box-sizing: border-box; }
      ${['components/Shell', 'app/NavigationRail', 'app/status/StatusBar'].map((name) => source(`${name}.module.css`)).join('\n')}
    }
  `);
}

/** Stands for the label of a screen until `generateBundle` translates it. */
const placeholder = (screen: (typeof screens)[number]) => `__nav.${screen}__`;

async function frame(): Promise<string> {
  const { createElement } = await importUntyped('react');
  const { renderToStaticMarkup } = await importUntyped('react-dom/server');
  const icons = await importUntyped('../renderer/app/screenIcons.ts');
  const items = screens.map((screen) => {
    const icon = renderToStaticMarkup(createElement(icons.screenIcons[screen], icons.screenIconProps));
    const attributes = screen === 'queue' ? ' aria-current="page"' : '';
    return `<div class="item${screen === 'settings' ? ' last' : ''}"${attributes}>${icon}${placeholder(screen)}</div>`;
  });
  return (
    '<div id="first-paint" aria-hidden="true" inert><div class="shell">' +
    `<div class="rail">${items.join('')}</div><div class="main"></div><div class="foot"><div class="bar"></div></div>` +
    '</div></div>'
  );
}

const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Writes `index.html`, and `index.<language>.html` for each other language. */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) => {
        const [rules, markup] = await Promise.all([styles(), frame()]);
        return html
          .replace('/* first paint */', () => rules)
          .replace('<div id="root">', (root) => `${markup}\n    ${root}`);
      },
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('There is no index.html for the first paint.');
        const html = String(page.source);
        for (const language of languages) {
          const { nav } = JSON.parse(source(`locales/${language}.json`)) as { nav: Record<string, string> };
          const translated = screens.reduce(
            (text, screen) => text.replace(placeholder(screen), () => escaped(nav[screen] ?? '')),
            html.replace('<html lang="en">', `<html lang="${language}">`),
          );
          if (language === 'en') page.source = translated;
          else this.emitFile({ type: 'asset', fileName: `index.${language}.html`, source: translated });
        }
      },
    },
  };
}
