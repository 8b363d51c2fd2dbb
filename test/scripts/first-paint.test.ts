import type { Plugin } from 'vite';
import { expect, it } from 'vitest';
import { firstPaint } from '../../scripts/first-paint.ts';

it('puts the frame of the window into the page, with the texts of each language', async () => {
  const { transformIndexHtml, generateBundle } = firstPaint() as Plugin & {
    transformIndexHtml: { handler(html: string): Promise<string> };
    generateBundle: { handler(this: unknown, options: unknown, bundle: unknown): void };
  };
  const html = '<html lang="en"><style nonce="__STYLE_NONCE__">/* first paint */</style><div id="root"></div>';
  const page = { type: 'asset', source: await transformIndexHtml.handler(html) };
  const emitted = new Map<string, string>();
  const emitFile = ({ fileName, source }: { fileName: string; source: string }) => emitted.set(fileName, source);
  generateBundle.handler.call({ emitFile }, {}, { 'index.html': page });

  expect(page.source).toContain('Queue');
  expect(page.source).toContain('--b-canvas: light-dark(');
  expect(emitted.get('index.de.html')).toContain('<html lang="de">');
  expect(emitted.get('index.de.html')).toContain('Warteschlange');
  for (const text of [page.source, ...emitted.values()]) expect(text).not.toMatch(/__nav|<script|style="/);
});
